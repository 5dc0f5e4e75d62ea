/** What the module adds to the pages of the console, with its words. */
import '../../routes/console-more-pages.tsx';
import './words.ts';

export { NameField, ProviderProof } from './provider-proof.tsx';
