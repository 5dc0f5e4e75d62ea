/** News of an account for its recipients. */

/** A board and the key it was set up with, as a message names them. */
interface BoardAndKey {
  /** Null: there is only the key. */
  readonly site: string | null;
  /** The end of the key's code. Null: there is only the board. */
  readonly key: string | null;
}

/** An outage that somebody answered, as a message names it. */
interface AnsweredOutage {
  readonly by: string;
  readonly site: string;
  /** Missing in news of earlier releases. */
  readonly outage?: number;
}

/** Names a question: `j` and the number of a join request, or `k` and the `ref` of a questioned key. */
export type QuestionId = `j${number}` | `k${string}`;

export type AccountNews =
  /** `by`: who said yes, by the name they give themselves. Null: nobody was asked. */
  | ({ readonly type: 'joined'; readonly by: string | null } & BoardAndKey)
  | ({ readonly type: 'left' } & BoardAndKey)
  /** Keys that serve no board, created or deleted together. */
  | { readonly type: 'keys-joined' | 'keys-left'; readonly count: number }
  /** The owner gave keys other codes. */
  | { readonly type: 'codes-replaced'; readonly count: number }
  /** `chat`: what the recipient is called on its channel. */
  | {
      readonly type: 'chat-joined' | 'chat-logs-in' | 'chat-left' | 'chat-moved';
      readonly chat: string;
    }
  /** Told to the recipient that has left. */
  | { readonly type: 'cut-off' }
  /** Somebody used a key without an owner with the phone number of the account. */
  | ({ readonly type: 'join-asked'; readonly question: QuestionId } & BoardAndKey)
  /** Set up with the phone number before its owner had proved it. */
  | ({ readonly type: 'key-questioned'; readonly question: QuestionId } & BoardAndKey)
  /** Somebody who was told of an outage has acknowledged it; those told besides hear of it. */
  | ({ readonly type: 'acknowledged' } & AnsweredOutage)
  /** The acknowledgement they heard of was withdrawn: reminders go on. */
  | ({ readonly type: 'acknowledgement-withdrawn' } & AnsweredOutage)
  /** An outage that is announced, or will not be after all; times in epoch ms. No sites: all of them. */
  | {
      readonly type: 'announced' | 'called-off';
      readonly planned: number;
      readonly sites: readonly string[];
      readonly from: number;
      readonly to: number;
    }
  /** More boards ask to join than anybody is asked about in an hour. */
  | { readonly type: 'more-asked' };

export type Question = Extract<AccountNews, { readonly question: QuestionId }>;

export function isQuestion(news: AccountNews): news is Question {
  return 'question' in news;
}
