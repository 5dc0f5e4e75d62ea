/** All the script that the public page has, which is made on the server: its theme, and following an area. */

import { showInitialTheme } from '../../lib/theme.ts';
import { followStatus } from './follow-status.ts';

showInitialTheme();
document.addEventListener('DOMContentLoaded', followStatus);
