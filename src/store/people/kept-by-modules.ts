/** What modules keep of people, a line each: it is shown and ended here, whether they are on or not. */
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { TraceKind } from '../../domain/people/token-trace.ts';
import type { Store } from '../engine/open.ts';
import { homeWaysIn, readHomeOf } from '../home/ways-in.ts';

/** How somebody comes into an account, or is shown it, without a session or a chat; by the kind of its trace. */
const waysIn = { ...homeWaysIn };
type WayIn = keyof typeof waysIn;

export const waysInOfModules = Object.entries(waysIn);

export function isWayOfModule(kind: TraceKind): kind is WayIn {
  return Object.hasOwn(waysIn, kind);
}

/** Ends one of a customer's, if there is any. Inside a transaction. */
export function endWayIn(
  store: Store,
  kind: WayIn,
  customerId: number,
  actor: Actor,
  now: Instant,
): void {
  waysIn[kind].end(store, customerId, actor, now);
}

/** Ends all of a customer's. Inside a transaction. */
export function deleteWaysInOf({ sqlite }: Store, customerId: number): void {
  for (const [, { table }] of waysInOfModules)
    sqlite.run(`DELETE FROM ${table} WHERE customer_id = ?`, [customerId]);
}

/** Ends everybody's. Inside a transaction. */
export function deleteWaysIn({ sqlite }: Store): void {
  for (const [, { table }] of waysInOfModules) sqlite.run(`DELETE FROM ${table}`);
}

/** What is downloaded of a customer. @param all reads rows by their customer, `?` */
export function readKeptByModules<Rows>(all: (sql: string) => Rows) {
  return { ...readHomeOf(all) };
}
