import type { ChannelName } from '../states.ts';

/** What a one-time link does for whoever brings it. */
export type LinkPurpose =
  /** The chat that opens it, or in which it is typed as a code, joins the account. */
  | 'join'
  /** The same, where the owner of the chat agreed in the messenger's own dialog. */
  | 'agree'
  /** The address that it was sent to joins the account. */
  | 'confirm'
  /** A session of the portal begins. */
  | 'login';

/** What a one-time link was made for. For anything else, on another channel or at another address, it is unknown. */
export interface LinkUse {
  readonly purpose: LinkPurpose;
  readonly channel: Exclude<ChannelName, 'log'> | 'portal';
  /** `''`: of whoever brings it on that channel. */
  readonly address: string;
}
