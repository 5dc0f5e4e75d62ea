import type { Language } from '../states.ts';

/** What a browser is sent, and web/src/offline/push.ts shows. */
export interface PushNotice {
  readonly title: string;
  readonly body: string;
  readonly language: Language;
  /** A later notice of the same tag takes the place of this one. */
  readonly tag: string;
  /** It stays until somebody has seen it. */
  readonly isUrgent: boolean;
  readonly open: string;
  /** The page of ours that a press leads to. */
  readonly page: string;
  /** What the browser posts as soon as the notice is there, so that it is known to be one. Null: nothing. */
  readonly answer: {
    readonly path: string;
    /** Said instead where that fails. */
    readonly failed: string;
  } | null;
  /** What its button does. Null: it has none. */
  readonly press: {
    readonly text: string;
    /** What is posted to, on our own server. */
    readonly path: string;
    readonly done: string;
    readonly failed: string;
  } | null;
}
