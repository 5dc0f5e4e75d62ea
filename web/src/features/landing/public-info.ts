import { useDeferredValue, useEffect, useSyncExternalStore } from 'react';
import type { PublicInfo } from '../../../../src/contract/system/public-info.ts';

interface PublicInfoState {
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

/**
 * One for the page. Not a context: a change of one would make React bring every part of the page to
 * life at once, and a slow phone would not answer meanwhile.
 */
const store = createPublicInfoStore();

/** What the server says of itself now. */
export function usePublicInfo(): PublicInfoState & { retry: () => void } {
  // Deferred, so that the answer is rendered in small steps, like the rest of the page.
  const state = useDeferredValue(useSyncExternalStore(store.subscribe, store.read, () => unasked));
  return { ...state, retry: () => void store.ask() };
}

/** Whether there is a bot to write to; it is supposed until the server has answered. */
export function hasBot(info: PublicInfo | undefined): boolean {
  return info === undefined || info.bot !== null || info.line !== null;
}

/** Asks when the page opens, and again when its reader comes back to it. Once per page. */
export function useAskPublicInfo(): void {
  useEffect(() => {
    void store.ask();
    const onVisible = () => document.visibilityState === 'visible' && void store.ask();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);
}

const timeoutMs = 15_000;

/** Prices, bot and version as the server has them now. The page's head asks for it before any script. */
async function getPublicInfo(): Promise<PublicInfo> {
  const response = await fetch('/api/public/info', { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`/api/public/info answered ${response.status}`);
  // Page and server come from one binary, so the shape is trusted rather than parsed again.
  return response.json();
}
