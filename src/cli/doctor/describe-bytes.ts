const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Bytes in words: `1.2 GB`, decimal as on the box of a disk. */
export function describeBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && value < 100 ? 1 : 0;
  return `${value.toFixed(digits)} ${units[unit]}`;
}
