/** How a provider of calls is told what to do in one, and how it says which key was pressed. */
import type { FarEndOrder, FarEndPost } from '../../channel.ts';

export interface Question {
  /** Where the sound is. */
  readonly sound: string;
  /** Where the key is posted. */
  readonly keys: string;
}

export interface CallDialect {
  /**
   * Its posts bear a signature that only the provider can have made. Where they bear none, an address is all that
   * somebody has to know: keys count only in calls that are known here to go on.
   */
  readonly isSigned: boolean;
  /** Says something twice, and takes one key at any time. */
  ask(question: Question): FarEndOrder;
  /** Says something, and hangs up. */
  say(sound: string): FarEndOrder;
  /**
   * The key of a post; empty: none was pressed in time. Null: it is forged, or not as the provider posts.
   * @param address to which it was posted, as the provider was given it
   * @param to E.164: the phone that is called there
   */
  readKey(post: FarEndPost, address: string, to: string): string | null;
}

/** Null: a field comes twice, which no provider posts, and whose meaning would be anybody's guess. */
export function readForm(body: string): ReadonlyMap<string, string> | null {
  const form = new URLSearchParams(body);
  const fields = new Map(form);
  return fields.size === form.size ? fields : null;
}
