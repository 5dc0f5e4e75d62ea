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
  /** Null: there is nothing to acknowledge. */
  readonly acknowledge: {
    readonly text: string;
    /** What is posted to, on our own server. */
    readonly path: string;
    readonly done: string;
    readonly failed: string;
  } | null;
}
