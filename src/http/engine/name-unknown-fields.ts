/** This many are named, with this much of each name: they are a stranger's words. */
export const mostWarnings = 10;
const mostCharacters = 40;

/**
 * Names the unknown fields of a device's message, for the `warnings` of the answer.
 * @param known the shape of its schema
 * @param path put before the names, e.g. `events.0.`
 */
export function nameUnknownFields(message: object, known: object, path = ''): string[] {
  const unknown: string[] = [];
  for (const name of Object.keys(message)) {
    if (Object.hasOwn(known, name)) continue;
    if (unknown.length === mostWarnings) break;
    unknown.push(`${path}${name.slice(0, mostCharacters)}: is not known`);
  }
  return unknown;
}
