/**
 * The order of dictionaries for names of sites and people, with Thai vowels written before their consonant;
 * `Site 10` after `Site 9`.
 */
export const nameOrder = new Intl.Collator('th', { numeric: true, sensitivity: 'base' });

/** For codes and times, which are no names: in the order of their characters. */
export function compareCodes(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
