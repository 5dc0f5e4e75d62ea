/** What the OpenID provider sent the browser back with. */
export type OidcReturn =
  | { code: string }
  /** `unknown`: nobody here is that. */
  | { error: 'unknown' | 'failed' };

/** Reads the part of the address behind `#`; null: nobody comes back from anywhere. */
export function readOidcReturn(hash: string): OidcReturn | null {
  const params = new URLSearchParams(hash.slice(1));
  const code = params.get('oidc');
  if (code) return { code };
  const error = params.get('oidc_error');
  if (error === null) return null;
  return { error: error === 'unknown' ? error : 'failed' };
}

/** The same of this page, and out of its address, where nobody looking at it can read it again. */
export function takeOidcReturn(): OidcReturn | null {
  const found = readOidcReturn(location.hash);
  if (found !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return found;
}
