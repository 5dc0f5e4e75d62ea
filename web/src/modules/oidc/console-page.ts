/** What the module adds to the pages of the console, with its words. */
import '../../routes/console-more-pages.tsx';
import './words.ts';

export { NameField } from './components/name-field.tsx';
export { ProviderProof } from './components/provider-proof.tsx';
