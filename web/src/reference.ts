/** All the script that the reference has, which is made on the server: its theme, its search, and what an address opens. */
import { openNamed, searchReference } from './lib/search-reference.ts';
import { showInitialTheme } from './lib/theme.ts';

showInitialTheme();
document.addEventListener('DOMContentLoaded', () => {
  searchReference();
  openNamed();
  window.addEventListener('hashchange', openNamed);
});
