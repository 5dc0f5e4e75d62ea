/** What a customer is told of the sites around a lost one, with its words. */
import './words.ts';

export { SiteNearby } from './components/site-nearby.tsx';
