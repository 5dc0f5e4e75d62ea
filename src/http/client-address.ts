/** The parts of Bun's server that say who is calling. */
export interface AddressSource {
  requestIP(request: Request): { readonly address: string } | null;
}

/**
 * The address of the caller. `X-Forwarded-For` counts only behind a proxy that the operator trusts,
 * and then its last entry: the one that this proxy wrote itself.
 */
export function clientAddress(
  request: Request,
  server: AddressSource | null,
  trustProxy: boolean,
): string {
  if (trustProxy) {
    const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
    if (forwarded !== undefined && forwarded !== '') return forwarded;
  }
  return server?.requestIP(request)?.address ?? 'unknown';
}

export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
