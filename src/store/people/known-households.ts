import { and, desc, eq, lt, notInArray } from 'drizzle-orm';
import type { Store } from '../engine/open.ts';
import { sealName } from './sealed-names.ts';
import { knownHouseholds } from './session-tables.ts';

/** Households that are remembered of one account: the last ones. */
const mostPerAccount = 50;

/** Notes that an account has just logged in from a household. */
export function rememberHousehold(
  store: Store,
  account: string,
  household: string,
  nowMs: number,
): void {
  const sealed = sealName(store, account);
  store.db
    .insert(knownHouseholds)
    .values({ account: sealed, household: sealName(store, household), lastLoginAt: nowMs })
    .onConflictDoUpdate({
      target: [knownHouseholds.account, knownHouseholds.household],
      set: { lastLoginAt: nowMs },
    })
    .run();
  const newest = store.db
    .select({ household: knownHouseholds.household })
    .from(knownHouseholds)
    .where(eq(knownHouseholds.account, sealed))
    .orderBy(desc(knownHouseholds.lastLoginAt))
    .limit(mostPerAccount);
  store.db
    .delete(knownHouseholds)
    .where(and(eq(knownHouseholds.account, sealed), notInArray(knownHouseholds.household, newest)))
    .run();
}

export function isKnownHousehold(store: Store, account: string, household: string): boolean {
  const ofBoth = and(
    eq(knownHouseholds.account, sealName(store, account)),
    eq(knownHouseholds.household, sealName(store, household)),
  );
  return store.db.select().from(knownHouseholds).where(ofBoth).get() !== undefined;
}

/** Forgets the households of one account. */
export function forgetHouseholds(store: Store, account: string): void {
  const ofAccount = eq(knownHouseholds.account, sealName(store, account));
  store.db.delete(knownHouseholds).where(ofAccount).run();
}

/** Forgets households from which nobody has logged in since `beforeMs`. */
export function pruneHouseholds(store: Store, beforeMs: number): void {
  store.db.delete(knownHouseholds).where(lt(knownHouseholds.lastLoginAt, beforeMs)).run();
}
