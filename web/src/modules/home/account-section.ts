/** What the module adds to a customer's account. */
export { HomeAutomation } from '../../features/portal/components/home-automation.tsx';
