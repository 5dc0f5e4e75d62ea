/** Which modules an installation runs: what was chosen, what came with an update, what they need of each other. */
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Language, NotificationKind } from '../../domain/states.ts';
import { deleteMeta, readMeta, writeMeta } from '../../store/engine/meta.ts';
import type { Store } from '../../store/engine/open.ts';
import { dropWaitingOfKinds } from '../../store/outbox/mark.ts';
import type { AttemptLimit } from '../../store/people/attempt-limits.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { spendAttempts } from '../engine/spend-attempts.ts';

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
  /** The setting that sets it up. Where the configuration names it, the module is on, unless it names the modules. */
  readonly setUpBy?: string;
  /** Kinds of message that it alone queues. */
  readonly kinds?: readonly NotificationKind[];
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
 * The modules that the next start switches on, unless the configuration names others. A new installation has those
 * that its configuration sets up; one that is older than a module keeps it where it is used, from its first start on.
 * @param named as of `Extra.isInUse`
 */
export function readExtras(
  store: Store,
  extras: readonly Extra[],
  named: ReadonlySet<string>,
): string[] {
  const kept = readNames(store, 'extras');
  const on = extras.filter(
    (extra) =>
      kept.includes(extra.name) || isSetUp(extra, named) || isUsedFromBefore(store, extra, named),
  );
  return resolveExtras(
    on.map(({ name }) => name),
    extras,
  );
}

/** Whether the configuration sets it up. @param named as of `Extra.isInUse` */
export function isSetUp({ setUpBy }: Extra, named: ReadonlySet<string>): boolean {
  return setUpBy !== undefined && named.has(setUpBy);
}

/** Whether a part of the program that people use has become a module with this release. */
function isUsedFromBefore(
  store: Store,
  { name, isInUse }: Extra,
  named: ReadonlySet<string>,
): boolean {
  const weighed = readWeighed(store);
  return weighed !== null && !weighed.includes(name) && isInUse(store, named);
}

/** The modules of which it is known whether they were used when they came. Null: of all, the installation being new. */
function readWeighed(store: Store): string[] | null {
  if (readMeta(store, 'extras_due') !== undefined) return [];
  return readMeta(store, 'extras_weighed') === undefined
    ? null
    : readNames(store, 'extras_weighed');
}

function readNames(store: Store, key: 'extras' | 'extras_weighed'): string[] {
  return (readMeta(store, key) ?? '').split(' ').filter((name) => name !== '');
}

function isKnown(name: string, extras: readonly Extra[]): boolean {
  return extras.some((extra) => extra.name === name);
}

/** Writes down what an installation that is older than a module uses of it. Does nothing afterwards. */
export function settleExtras(
  store: Store,
  extras: readonly Extra[],
  named: ReadonlySet<string>,
): void {
  const weighed = readWeighed(store);
  if (weighed !== null && extras.every(({ name }) => weighed.includes(name))) return;
  store.transaction(() => {
    const used = extras.filter((extra) => isUsedFromBefore(store, extra, named));
    const kept = readNames(store, 'extras');
    keepExtras(store, [...kept, ...used.map(({ name }) => name)], extras);
  });
}

/** Whether a module of this run sends this kind of message, which the core does not. */
export function isSentByModules(
  kind: NotificationKind,
  { known, on }: { readonly known: readonly Extra[]; readonly on: readonly string[] },
): boolean {
  return known.some(({ name, kinds }) => on.includes(name) && kinds?.includes(kind) === true);
}

/** Messages that wait, and that only modules which are off would send, go no more. @param on the modules of this run */
export function settleMessages(
  store: Store,
  extras: readonly Extra[],
  on: readonly string[],
): void {
  const off = extras.filter(({ name }) => !on.includes(name));
  const kinds = off.flatMap((extra) => extra.kinds ?? []);
  if (kinds.length > 0) store.transaction(() => dropWaitingOfKinds(store, kinds));
}

/**
 * Saves which modules the next start switches on.
 * @param choice what they need is added, and what the configuration sets up
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
  const setUp = extras.filter((extra) => isSetUp(extra, named)).map(({ name }) => name);
  const after = resolveExtras(choice === 'all' ? choice : [...choice, ...setUp], extras);
  return store.transaction(() => {
    const before = readExtras(store, extras, named);
    // A release that knows fewer modules leaves the others alone.
    const unknown = readNames(store, 'extras').filter((name) => !isKnown(name, extras));
    keepExtras(store, [...after, ...unknown], extras);
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

/** For the seconds of a restart nobody is heard, and nobody is told. The count outlives it. */
const restarts: AttemptLimit = { scope: 'restart', maxFailures: 2, windowMs: 10 * 60_000 };

/**
 * Allows a restart, and writes down who asked for it.
 * @throws AppError RATE_LIMITED
 */
export function noteRestart(store: Store, actor: Actor, now: Instant): void {
  store.transaction(() => {
    const refusal = 'The server was restarted twice in ten minutes. Please wait.';
    spendAttempts(store, [[restarts, 'server']], refusal, now.wallMs);
    writeAudit(store, { actor, action: 'server.restart', subject: 'server' }, now.wallMs);
  });
}

/** @param weighed of which it is decided now */
function keepExtras(store: Store, names: readonly string[], weighed: readonly Extra[]): void {
  const before = readNames(store, 'extras_weighed');
  const all = new Set([...before, ...weighed.map(({ name }) => name)]);
  writeMeta(store, 'extras', [...new Set(names)].join(' '));
  writeMeta(store, 'extras_weighed', [...all].join(' '));
  deleteMeta(store, 'extras_due');
}
