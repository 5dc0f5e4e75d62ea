/** What the OpenID provider sent the browser back with. */
export type OidcReturn =
  | { code: string }
  /** `unknown`: no operator belongs to that account. `unproven`: the provider asked nobody. */
  | { error: 'unknown' | 'unproven' | 'failed' };

/** Reads the part of the address behind `#`; null: this is no return from the provider. */
export function readOidcReturn(hash: string): OidcReturn | null {
  const params = new URLSearchParams(hash.slice(1));
  const code = params.get('oidc');
  if (code) return { code };
  const error = params.get('oidc_error');
  if (error === null) return null;
  return { error: error === 'unknown' || error === 'unproven' ? error : 'failed' };
}

/** Reads it from this page's address and removes it there, so that nobody can read it again. */
export function takeOidcReturn(): OidcReturn | null {
  const found = readOidcReturn(location.hash);
  if (found !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return found;
}
