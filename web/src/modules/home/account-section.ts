/** What the module adds to a customer's account, with its words. */
import './words.ts';

export { HomeAutomation } from './home-automation.tsx';
