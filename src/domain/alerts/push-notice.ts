import type { Language } from '../states.ts';

/** A notice as a browser is sent it; web/src/offline/show-pushes.ts shows it. */
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
  /** A ticket that the browser posts as soon as the notice is there, so that it is known to be one. Null: none. */
  readonly answer: {
    readonly path: string;
    /** Said instead where that fails. */
    readonly failed: string;
  } | null;
  /** Its button. Null: it has none. */
  readonly press: {
    readonly text: string;
    /** The path that it posts to, on our own server. */
    readonly path: string;
    readonly done: string;
    readonly failed: string;
  } | null;
}
