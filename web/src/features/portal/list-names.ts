type SayMore = (key: 'portal.summary.more', values: { names: string; count: number }) => string;

const namedAtMost = 3;

/** The first names, and how many more there are. */
export function listNames(names: readonly string[], say: SayMore): string {
  const named = names.slice(0, namedAtMost).join(', ');
  const others = names.length - namedAtMost;
  return others > 0 ? say('portal.summary.more', { names: named, count: others }) : named;
}
