/** The module's page in the console with its words, in one piece, after the console's other pages. */
import '../../routes/console-more-pages.tsx';
import './words.ts';

export { AnnouncementsPage } from './announcements-page.tsx';
