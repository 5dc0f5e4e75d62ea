import type { ChannelName, Language } from '../states.ts';

/** A recipient, as whoever holds a link in its messages is known. */
export interface LinkHolder {
  readonly channel: Exclude<ChannelName, 'log'>;
  readonly address: string;
}

/** Actions of links in messages, for readers who are not logged in: this alone, once they press a button. */
export type LinkedAction = LinkHolder &
  /** The outages that the message with this notification tells of. */
  (
    | { readonly do: 'acknowledge'; readonly notificationId: number }
    /** Nothing more is sent there. */
    | { readonly do: 'stop' }
    /** The address is theirs. `token`: of the account that asked. */
    | { readonly do: 'confirm'; readonly token: string; readonly language: Language }
    /** The address is theirs, and follows an area of the public page. */
    | { readonly do: 'follow'; readonly area: string; readonly language: Language }
    /** It follows none any more. */
    | { readonly do: 'unfollow'; readonly language: Language }
  );
