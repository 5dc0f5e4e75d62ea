/** Which modules an installation runs: what was chosen, what came with an update, what they need of each other. */
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Language } from '../../domain/states.ts';
import { deleteMeta, readMeta, writeMeta } from '../../store/engine/meta.ts';
import type { Store } from '../../store/engine/open.ts';
import { writeAudit } from '../../store/people/audit.ts';

/** A module as the switches know it. */
export interface Extra {
  /** As in `FAIWATCH_EXTRAS`. */
  readonly name: string;
  /** Modules that are on with it. */
  readonly needs: readonly string[];
  /**
   * Whether rows or settings show that people use it; for a module without any of its own, true.
   * @param named the settings that the configuration names
   */
  readonly isInUse: (store: Store, named: ReadonlySet<string>) => boolean;
}

/** A module as the switches show it to people who have never heard of it. */
export interface KnownExtra extends Extra {
  readonly words: Readonly<Record<Language, { readonly title: string; readonly summary: string }>>;
}

/** Names, or all there are. */
type ExtrasChoice = 'all' | readonly string[];

/**
 * The modules of a choice with those they need, in the order of the list.
 * @throws AppError VALIDATION for a name that no module has
 */
export function resolveExtras(choice: ExtrasChoice, extras: readonly Extra[]): string[] {
  const names = extras.map(({ name }) => name);
  if (choice === 'all') return names;
  const wanted = new Set<string>();
  const add = (name: string) => {
    const extra = extras.find((one) => one.name === name);
    if (extra === undefined) {
      const known = `there are ${names.join(', ')}`;
      throw new AppError('VALIDATION', `extras: no module is called "${name}"; ${known}`, {
        fields: { extras: known },
      });
    }
    wanted.add(name);
    extra.needs.forEach(add);
  };
  choice.forEach(add);
  return names.filter((name) => wanted.has(name));
}

/** The modules that are not to be switched off while others need them. */
export function neededBy(name: string, on: readonly string[], extras: readonly Extra[]): string[] {
  return extras
    .filter((extra) => on.includes(extra.name) && extra.needs.includes(name))
    .map((extra) => extra.name);
}

/**
 * The modules that the next start switches on, unless the configuration names others. A new installation has none.
 * One that is older than the switches keeps what it uses, from its first start on.
 * @param named as of `Extra.isInUse`
 */
export function readExtras(
  store: Store,
  extras: readonly Extra[],
  named: ReadonlySet<string>,
): string[] {
  if (readMeta(store, 'extras_due') !== undefined) {
    const used = extras.filter(({ isInUse }) => isInUse(store, named)).map(({ name }) => name);
    return resolveExtras(used, extras);
  }
  return resolveExtras(
    readKept(store).filter((name) => isKnown(name, extras)),
    extras,
  );
}

function readKept(store: Store): string[] {
  return (readMeta(store, 'extras') ?? '').split(' ').filter((name) => name !== '');
}

function isKnown(name: string, extras: readonly Extra[]): boolean {
  return extras.some((extra) => extra.name === name);
}

/** Writes down what an installation that is older than the switches uses. Does nothing afterwards. */
export function settleExtras(
  store: Store,
  extras: readonly Extra[],
  named: ReadonlySet<string>,
): void {
  if (readMeta(store, 'extras_due') === undefined) return;
  store.transaction(() => keepExtras(store, readExtras(store, extras, named)));
}

/**
 * Saves which modules the next start switches on.
 * @param choice with what they need, which is added
 * @param named as of `Extra.isInUse`
 * @throws AppError VALIDATION
 */
export function saveExtras(
  store: Store,
  choice: ExtrasChoice,
  extras: readonly Extra[],
  named: ReadonlySet<string>,
  actor: Actor,
  now: Instant,
): string[] {
  const after = resolveExtras(choice, extras);
  return store.transaction(() => {
    const before = readExtras(store, extras, named);
    // A release that knows fewer modules leaves the others alone.
    const unknown = readKept(store).filter((name) => !isKnown(name, extras));
    keepExtras(store, [...after, ...unknown]);
    if (before.join() !== after.join()) {
      const change = { before: { extras: before }, after: { extras: after } };
      writeAudit(
        store,
        { actor, action: 'settings.extras', subject: 'settings', ...change },
        now.wallMs,
      );
    }
    return after;
  });
}

function keepExtras(store: Store, names: readonly string[]): void {
  writeMeta(store, 'extras', names.join(' '));
  deleteMeta(store, 'extras_due');
}
