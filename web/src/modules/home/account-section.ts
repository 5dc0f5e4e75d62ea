/** What the module adds to a customer's account. */
export { HomeAutomation } from './components/home-automation.tsx';
