export function makeRef(): string {
  return crypto.getRandomValues(new Uint8Array(8)).toHex();
}
