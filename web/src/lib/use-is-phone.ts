import { useSyncExternalStore } from 'react';

let media: MediaQueryList | undefined;

/** One for all: every row of a list asks. */
function phone(): MediaQueryList {
  media ??= matchMedia('(width < 40rem)');
  return media;
}

function subscribe(onChange: () => void): () => void {
  const list = phone();
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** Whether the window is as narrow as a phone's, now and later. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => phone().matches,
    () => false,
  );
}
