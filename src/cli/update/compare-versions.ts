import { CommandFailed } from '../output.ts';

/** Whether one release is newer than another, by semver.org for `1.2.3` and `1.2.3-beta.1`. */
export function isNewer(one: string, other: string): boolean {
  return compare(one, other) > 0;
}

/**
 * Whether a release is to replace the one that runs.
 * @throws CommandFailed when it is older and the user has not allowed that: the owner of a mirror could
 *   otherwise bring back a release with a known fault, whose signature is valid
 */
export function isToInstall(latest: string, present: string, allowOlder: boolean): boolean {
  if (isNewer(present, latest) && !allowOlder) {
    throw new CommandFailed(
      `The release found is ${latest}, older than this ${present}; nothing was changed. --allow-older installs it anyway.`,
    );
  }
  return latest !== present;
}

function compare(one: string, other: string): number {
  const [oneCore = '', onePre] = split(one);
  const [otherCore = '', otherPre] = split(other);
  const core = compareParts(oneCore.split('.'), otherCore.split('.'));
  if (core !== 0) return core;
  // A pre-release is older than its release.
  if (onePre === undefined || otherPre === undefined) {
    return Number(onePre === undefined) - Number(otherPre === undefined);
  }
  return compareParts(onePre.split('.'), otherPre.split('.'));
}

function split(version: string): string[] {
  const dash = version.indexOf('-');
  return dash < 0 ? [version] : [version.slice(0, dash), version.slice(dash + 1)];
}

function compareParts(one: readonly string[], other: readonly string[]): number {
  for (let i = 0; i < Math.max(one.length, other.length); i += 1) {
    const order = comparePart(one[i], other[i]);
    if (order !== 0) return order;
  }
  return 0;
}

function comparePart(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined)
    return one === other ? 0 : one === undefined ? -1 : 1;
  const [a, b] = [Number(one), Number(other)];
  if (Number.isInteger(a) && Number.isInteger(b)) return Math.sign(a - b);
  if (Number.isInteger(a) !== Number.isInteger(b)) return Number.isInteger(a) ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}
