import type { PublicInfo } from '../../../../src/contract/system/public-info.ts';
import { getPublicInfo } from './api/get-public-info.ts';

export interface PublicInfoState {
  /** The last answer; undefined until there is one. It may be older than a failure. */
  info: PublicInfo | undefined;
  /** The last request failed. */
  isDown: boolean;
  isAsking: boolean;
}

interface PublicInfoStore {
  /** The same object until something changes. */
  read(): PublicInfoState;
  subscribe(listener: () => void): () => void;
  ask(): Promise<void>;
}

/** What everybody sees before the first answer, the page that is rendered at build time included. */
export const unasked: PublicInfoState = { info: undefined, isDown: false, isAsking: true };

/** @param get asks the server; replaced in tests */
export function createPublicInfoStore(get = getPublicInfo): PublicInfoStore {
  const listeners = new Set<() => void>();
  let state = unasked;

  function set(next: PublicInfoState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async ask() {
      if (!state.isAsking) set({ ...state, isAsking: true });
      try {
        set({ info: await get(), isDown: false, isAsking: false });
      } catch {
        set({ info: state.info, isDown: true, isAsking: false });
      }
    },
  };
}
