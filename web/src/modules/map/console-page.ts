/** The module's pages in the console with their words, in one piece, after the console's other pages. */
import '../../routes/console-more-pages.tsx';
import './words.ts';

export { AdminWallPage } from './components/live-wall.tsx';
export { MapPage } from './components/map-page.tsx';
