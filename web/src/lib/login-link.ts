const prefix = '#login=';

/** Whether an address is a one-time link to log in with: `/customer#login=…`. */
export function hasLoginLink(hash: string): boolean {
  return hash.startsWith(prefix);
}

/** Takes the token out of this page's address, so that nobody can read it there again. */
export function takeLoginLink(): string | null {
  if (!hasLoginLink(location.hash)) return null;
  const token = location.hash.slice(prefix.length);
  history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
