/** The numbers that may be called. */

/**
 * Numbers by which somebody earns, or that cost many times the usual: beginnings, without the plus. Nobody is woken
 * there, and whoever types one into a form means something else.
 */
const surcharge: readonly string[] = [
  // International: premium rate, shared cost, satellites, personal numbers (ITU-T E.164, Annex A to the list of codes).
  ...['979', '808', '870', '878', '881', '882', '883', '888'],
  // Thailand: 1900 and other service numbers. Phones and landlines begin with 2 to 9.
  '661',
  // North America: 900 and 976.
  ...['1900', '1976'],
  // Great Britain.
  ...['449', '4484', '4487', '4470'],
  // Germany, Austria, Switzerland.
  ...['49900', '49137', '49180', '43900', '43901', '43930', '41900', '41901', '41906'],
  // France, Italy, Spain, Australia.
  ...['3389', '39899', '39892', '39894', '39895', '34803', '34806', '34807', '34905', '6119'],
];

/**
 * The reason that a number is not called. Null: it may be.
 * @param number E.164
 * @param countries calling codes that the operator allows, such as `66`
 */
export function findBar(number: string, countries: readonly string[]): string | null {
  const digits = number.slice(1);
  if (!countries.some((code) => digits.startsWith(code))) {
    return 'Call: numbers of this country are not called';
  }
  return surcharge.some((start) => digits.startsWith(start))
    ? 'Call: numbers with a surcharge are never called'
    : null;
}
