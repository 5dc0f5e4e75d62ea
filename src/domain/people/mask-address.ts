/** As many of a chat's last digits as tell a family's chats apart, and not what they are. */
export function maskAddress(address: string): string {
  const shown = Math.min(4, Math.floor(address.length / 2));
  return `••••${address.slice(address.length - shown)}`;
}
