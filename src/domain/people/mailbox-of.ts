/** The same for all ways to write one mailbox: som@, Som@ and som+1@. */
export function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*(?=@)/, '');
}
