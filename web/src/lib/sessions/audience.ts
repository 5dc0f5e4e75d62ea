import type { Api } from '../api-client.ts';

/** Whose sessions: an operator's or a customer's. */
export interface Audience {
  api: Api;
  /** The first words of the names of what its pages keep. */
  queryKey: readonly unknown[];
}
