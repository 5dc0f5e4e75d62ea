import { useSyncExternalStore } from 'react';
import {
  type ReadColour,
  readShownColour,
  readShownTheme,
  subscribeToTheme,
  type Theme,
} from './theme.ts';

/**
 * The theme shown now. Apart from theme.ts because that one runs before the first paint and must not
 * bring React with it.
 */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribeToTheme, readShownTheme, () => 'dark');
}

const colours: Readonly<Record<Theme, ReadColour>> = {
  dark: (token) => readShownColour(token),
  light: (token) => readShownColour(token),
};

/** Reads colours for a canvas. Another theme is another function, so that an effect draws anew with it. */
export function useColours(): ReadColour {
  return colours[useTheme()];
}
