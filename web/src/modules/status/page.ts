/** All the script that the public page has, which is made on the server: its theme, and following an area. */
import { followStatus } from './follow-status.ts';
import { showInitialTheme } from '../../lib/theme.ts';

showInitialTheme();
document.addEventListener('DOMContentLoaded', followStatus);
