/** As many are named, and so much of each name: they are a stranger's words. */
export const mostWarnings = 10;
const mostCharacters = 40;

/**
 * Says which fields of a device's message are not known, for the `warnings` of the answer.
 * @param known the shape of its schema
 * @param path what the names are shown behind, e.g. `events.0.`
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
