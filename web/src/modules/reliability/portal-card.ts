/** What the module adds to a customer's report, with its words. */
import './words.ts';

export { YearCard } from './year-card.tsx';
