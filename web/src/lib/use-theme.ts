import { useSyncExternalStore } from 'react';
import { readShownTheme, subscribeToTheme, type Theme } from './theme.ts';

/**
 * The theme shown now. Apart from theme.ts because that one runs before the first paint and must not
 * bring React with it.
 */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribeToTheme, readShownTheme, () => 'dark');
}
