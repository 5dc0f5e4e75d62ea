import type { ChannelName } from '../states.ts';

/** The use of a one-time link. */
export type LinkPurpose =
  /** The chat that opens it, or in which it is typed as a code, joins the account. */
  | 'join'
  /** The same, where the owner of the chat agreed in the messenger's own dialog. */
  | 'agree'
  /** The address that it was sent to joins the account. */
  | 'confirm'
  /** A session of the portal begins. */
  | 'login';

/** The purpose, channel and address of a one-time link. For anything else it is unknown. */
export interface LinkUse {
  readonly purpose: LinkPurpose;
  readonly channel: Exclude<ChannelName, 'log'> | 'portal';
  /** `''`: of whoever brings it on that channel. */
  readonly address: string;
}
