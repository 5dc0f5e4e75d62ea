/** The set-up network of a board: its own Wi-Fi, on which its owner configures it. */

export interface SetupNetwork {
  readonly ssid: string;
  readonly password: string;
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const passwordChars = 10;

/**
 * The name of a configured board's set-up network, and its password: the first ten characters, five bits
 * each, of HMAC-SHA256(digest of the key, "faiwatch setup").
 * The firmware derives the same (firmware/core/setup-network.h).
 * @param keyDigest of the key that the board holds; see `digestKey`
 */
export function describeSetupNetwork(deviceId: string, keyDigest: string): SetupNetwork {
  const digest = new Bun.CryptoHasher('sha256', keyDigest).update('faiwatch setup').digest();
  const bits = [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const chars = Array.from({ length: passwordChars }, (_, at) =>
    alphabet.charAt(Number.parseInt(bits.slice(at * 5, at * 5 + 5), 2)),
  );
  return { ssid: `FaiWatch-${deviceId.slice(-6).toUpperCase()}`, password: chars.join('') };
}

/**
 * The digest that stands for a key where the key itself must not go.
 * @param keyCode in its normal form
 * @returns 64 hex digits, in lower case
 */
export function digestKey(keyCode: string): string {
  return Bun.SHA256.hash(`faiwatch-key:${keyCode}`, 'hex');
}
