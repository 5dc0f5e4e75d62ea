/** The person or program that changes something; the audit log keeps it. */
export interface Actor {
  /** `admin:NAME`, `token:NAME`, `customer:ID`, `cli`, `bot:CHAT`, `home:CUSTOMER`, `home:operator` or `device:ID`. */
  readonly name: string;
  /** Network address the change came from; null: none, or this machine's own. */
  readonly address: string | null;
}

/** Somebody at the machine itself. */
export const commandLine: Actor = { name: 'cli', address: null };
