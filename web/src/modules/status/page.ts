/** All the script that the public page has, which is made on the server: its theme, its fonts, and following an area. */

import { holdFontsOfPage } from '../../lib/late-fonts.ts';
import { showInitialTheme } from '../../lib/theme.ts';
import { followStatus } from './follow-status.ts';

showInitialTheme();
holdFontsOfPage();
document.addEventListener('DOMContentLoaded', followStatus);
