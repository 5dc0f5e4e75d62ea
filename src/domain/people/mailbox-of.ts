/** The same for all ways to write one mailbox: som@, Som@ and som+1@, and s.om@ where dots do not count. */
export function mailboxOf(address: string): string {
  const plain = address.toLowerCase().replace(/\+[^@]*(?=@)/, '');
  const [, name, ofGoogle] = /^([^@]+)(@gmail\.com|@googlemail\.com)$/.exec(plain) ?? [];
  return name === undefined || ofGoogle === undefined
    ? plain
    : `${name.replaceAll('.', '')}@gmail.com`;
}
