/**
 * The order of dictionaries for names of sites and people, with Thai vowels written before their consonant;
 * `Site 10` after `Site 9`.
 */
export const nameOrder = new Intl.Collator('th', { numeric: true, sensitivity: 'base' });
