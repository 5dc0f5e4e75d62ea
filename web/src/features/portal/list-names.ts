import type { TFunction } from 'i18next';

const namedAtMost = 3;

/** The first names, and how many more there are. */
export function listNames(names: readonly string[], t: TFunction): string {
  const named = names.slice(0, namedAtMost).join(', ');
  const others = names.length - namedAtMost;
  return others > 0 ? t('portal.summary.more', { names: named, count: others }) : named;
}
