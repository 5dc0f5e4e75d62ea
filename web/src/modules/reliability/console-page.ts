/**
 * The module's page in the console with its words, in one piece. It comes after the console's other pages, as
 * those of the core do: what it has in common with them is not split into small files that the first page waits for.
 */
import '../../routes/console-more-pages.tsx';
import './words.ts';

export { ReliabilityPage } from './reliability-page.tsx';
