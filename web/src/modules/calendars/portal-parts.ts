/** What the module adds to a customer's planned times, with its words. */
import './words.ts';

export { OwnCalendars, PlannedTools } from './planned-tools.tsx';
