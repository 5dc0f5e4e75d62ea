/** The Wi-Fi of a board's own, on which a phone configures it, as far as the board has told. */
export interface SetupNetwork {
  readonly name: string | null;
  /** Null: not told. A configured board leaves that to the server. */
  readonly password: string | null;
}

export const unknownNetwork: SetupNetwork = { name: null, password: null };

const passwordLine = /^((?:\* Setup password|- setup_password): )(.+)$/;

/** What is known after a line of the board: docs/device-protocol.md, "Lines to look for". */
export function followSetupNetwork(known: SetupNetwork, line: string): SetupNetwork {
  const [, name] = /^(?:\* Setup network open|- setup_network): (.+)$/.exec(line) ?? [];
  if (name !== undefined) return { ...known, name };
  const [, , password] = passwordLine.exec(line) ?? [];
  if (password !== undefined) return { ...known, password: isPassword(password) ? password : null };
  // The password changes now, since it is derived from the key.
  return line.startsWith('OK save_config') ? { ...known, password: null } : known;
}

/** The line as it may be shown to others. */
export function hideSetupPassword(line: string): string {
  return line.replace(passwordLine, (whole, start: string, password: string) =>
    isPassword(password) ? `${start}••••••••` : whole,
  );
}

/** `(the server tells it)` stands for one. */
function isPassword(text: string): boolean {
  return /^\S+$/.test(text);
}
