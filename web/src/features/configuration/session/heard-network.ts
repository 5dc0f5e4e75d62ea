/** A Wi-Fi network that a board hears. */
export interface HeardNetwork {
  readonly name: string;
  /** dBm: the nearer to 0, the stronger. */
  readonly strength: number;
  /** The network needs no password. */
  readonly isOpen: boolean;
}

/**
 * What `scan_wifi` told, the strongest first.
 * @param details `wifi_network: -48 locked Shop`, …; others are passed over
 */
export function readHeardNetworks(details: readonly string[]): readonly HeardNetwork[] {
  return details.flatMap((detail) => {
    const [, strength, lock, name] =
      /^wifi_network: (-?\d+) (locked|open) (.+)$/.exec(detail) ?? [];
    if (name === undefined) return [];
    return [{ name, strength: Number(strength), isOpen: lock === 'open' }];
  });
}
