/** A place on a network that takes connections. */
export interface FarEnd {
  /** A name or an address; without brackets. */
  readonly host: string;
  readonly port: number;
}

const schemePorts: Readonly<Record<string, number>> = { http: 80, https: 443, tcp: 443 };

/**
 * Reads `1.1.1.1`, `dns.google:853`, `[2606:4700:4700::1111]:443` or `https://example.com/health`. Without a port it
 * is that of the scheme, or 443.
 * @returns null: this names no place
 */
export function readFarEnd(text: string): FarEnd | null {
  const [, scheme = 'tcp', rest = ''] =
    /^(?:([a-z]+):\/\/)?([^/?#@\s]+)(?:[/?#]\S*)?$/i.exec(text) ?? [];
  const [, bracketed, plain, portText] =
    /^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(rest) ?? [];
  const host = bracketed ?? plain;
  const port = portText === undefined ? schemePorts[scheme.toLowerCase()] : Number(portText);
  if (host === undefined || port === undefined || port < 1 || port > 65_535) return null;
  return { host, port };
}

/** The place behind an address of the web. */
export function farEndOf(url: string): FarEnd {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: port === '' ? (schemePorts[protocol.slice(0, -1)] ?? 443) : Number(port) };
}
