/** An account at a provider of phone calls by SIP, or at an exchange of one's own. */
export interface SipAccount {
  /** Name or address, with a port where it is not 5060. */
  readonly server: string;
  readonly user: string;
  readonly password: string;
  /** The name to log in with. */
  readonly login: string;
  /** How a number is dialled, with `{to}`, `{digits}` or `{national}` in it. */
  readonly dial: string;
}

/** The account as it is known to others. */
export function nameOf({ user, server }: SipAccount): string {
  return `${user}@${server}`;
}

/**
 * The address to call.
 * @param to E.164
 * @param homeCode the calling code of the country that the account is in
 */
export function addressOf({ server, dial }: SipAccount, to: string, homeCode: string): string {
  const digits = to.slice(1);
  const national = digits.startsWith(homeCode)
    ? `0${digits.slice(homeCode.length)}`
    : `00${digits}`;
  const number = dial
    .replaceAll('{to}', to)
    .replaceAll('{digits}', digits)
    .replaceAll('{national}', national);
  return `sip:${number}@${server}`;
}
