/** `major.minor.patch`, perhaps with `-` and a word (semver.org, 2.0.0); firmware/core/version.h is the same. */
const pattern = /^(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})(?:-([0-9A-Za-z.-]+))?$/;

const maxLength = 31;
const maxNumber = 0xffff_ffff;

/**
 * A text that sorts as the firmware compares versions: a version with a word comes before the same
 * without one, and words are compared as plain text. It is stored beside each image so that SQL can sort
 * by it.
 * @returns null for a text that is no version
 */
export function versionKey(version: string): string | null {
  if (version.length > maxLength) return null;
  const [, major, minor, patch, word] = pattern.exec(version) ?? [];
  if (major === undefined || minor === undefined || patch === undefined) return null;
  const numbers = [major, minor, patch];
  if (numbers.some((number) => Number(number) > maxNumber)) return null;
  const padded = numbers.map((number) => number.padStart(10, '0')).join('.');
  // `~` comes after everything a word may hold.
  return word === undefined ? `${padded}~` : `${padded}-${word}`;
}

/** Whether a version is meant for trying out: `1.2.0-rc.1`. */
export function isPrerelease(version: string): boolean {
  return version.includes('-');
}
