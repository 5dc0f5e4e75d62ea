/** What the module adds where nobody is logged in yet, with its words. */
import '../../routes/console-log-in.tsx';
import './words.ts';

export { ProofReturnPage } from './components/proof-return-page.tsx';
export { OidcSignIn } from './components/sign-in.tsx';
