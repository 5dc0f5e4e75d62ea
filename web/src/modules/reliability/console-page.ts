/** The module's page in the console with its words, in one piece. */
import '../../console-more-texts.ts';
import './words.ts';

export { ReliabilityPage } from './components/reliability-page.tsx';
