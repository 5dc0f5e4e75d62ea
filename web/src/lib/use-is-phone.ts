import { useSyncExternalStore } from 'react';

const phone = '(width < 40rem)';

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(phone);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Whether the window is as narrow as a phone's, now and later. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(phone).matches,
    () => false,
  );
}
