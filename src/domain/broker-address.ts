/** Where a broker is. */
export interface BrokerAddress {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/** Reads `mqtts://host:8883`, or `mqtt://` for a broker without TLS. Null: it is no such thing. */
export function readBrokerAddress(text: string): BrokerAddress | null {
  const url = URL.parse(text);
  if (url === null || !/^mqtts?:$/.test(url.protocol) || url.hostname === '') return null;
  if (!/^\/?$/.test(url.pathname) || `${url.username}${url.password}${url.search}${url.hash}`) {
    return null;
  }
  const tls = url.protocol === 'mqtts:';
  const port = url.port === '' ? (tls ? 8883 : 1883) : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, tls };
}

/** Reads `mqtts://user:password@host:8883`. Null: it is no such thing. */
export function readBrokerUrl(text: string): {
  readonly address: BrokerAddress;
  readonly username: string;
  readonly password: string;
} | null {
  const url = URL.parse(text);
  if (url === null) return null;
  const [username, password] = [url.username, url.password].map(decode);
  if (username === undefined || password === undefined) return null;
  url.username = '';
  url.password = '';
  const address = readBrokerAddress(url.href);
  return address === null ? null : { address, username, password };
}

/** Undefined: it is not well formed. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
