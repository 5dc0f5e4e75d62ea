/**
 * What a device is told of the key it goes on with: enough to recognise it, nothing that opens an
 * account. docs/device-protocol.md, "New credentials".
 * @param keyCode as it is stored: upper case, with dashes
 * @returns 64 hex digits
 */
export function digestKey(keyCode: string): string {
  return Bun.SHA256.hash(`faiwatch-key:${keyCode}`, 'hex');
}
