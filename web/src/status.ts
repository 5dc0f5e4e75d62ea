/** All the script that the public page has, which is made on the server: the theme that was chosen. */
import { showInitialTheme } from './lib/theme.ts';

showInitialTheme();
