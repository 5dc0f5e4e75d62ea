/** All the script that the reference has, which is made on the server: its theme, its fonts, its search, and what an address opens. */
import { holdFontsOfPage } from './lib/late-fonts.ts';
import { openNamed, searchReference } from './lib/search-reference.ts';
import { showInitialTheme } from './lib/theme.ts';

showInitialTheme();
holdFontsOfPage();
document.addEventListener('DOMContentLoaded', () => {
  searchReference();
  openNamed();
  window.addEventListener('hashchange', openNamed);
});
