import type { Api } from '../api-client.ts';

/** Sessions of operators or of customers. */
export interface Audience {
  api: Api;
  /** The first words of the names of what its pages keep. */
  queryKey: readonly unknown[];
}
