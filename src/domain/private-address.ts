/** Networks that the internet does not reach into; RFC 1918, 6598, 3927, 4193, 4291. */
const privateNetworks = [
  /^127\./,
  /^10\./,
  /^192\.168\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^169\.254\./,
  // What carriers and overlay networks such as Tailscale number their own with.
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^::1$/,
  /^f[cd][0-9a-f]{2}:/,
  /^fe[89ab][0-9a-f]:/,
];

/** Whether an address, as a socket gives it, is of a private network; what is no address is not. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  return privateNetworks.some((network) => network.test(plain));
}
