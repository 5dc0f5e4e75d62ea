/** What the module adds where nobody is logged in yet, with its words. */
import '../../routes/console-log-in.tsx';
import './words.ts';

export { OidcSignIn, ProofReturnPage } from './sign-in.tsx';
