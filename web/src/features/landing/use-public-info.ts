import { useDeferredValue, useEffect, useSyncExternalStore } from 'react';
import type { PublicInfo } from '../../../../src/contract/system/public-info.ts';
import { createPublicInfoStore, type PublicInfoState, unasked } from './public-info-store.ts';

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
