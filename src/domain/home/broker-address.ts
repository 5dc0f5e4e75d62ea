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
