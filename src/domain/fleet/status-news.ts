/** What the public page says of an area, as those who follow it are told. */

const statusKinds = ['out', 'silent'] as const;
/** `out`: power is lost. `silent`: the sites cannot be reached, which may be power or internet. */
export type StatusKind = (typeof statusKinds)[number];

/** Times are epoch ms. */
export interface StatusOutage {
  readonly kind: StatusKind;
  readonly beganAt: number;
  readonly endedAt: number | null;
}

/** As the outbox keeps it. */
export type StatusNews =
  /** Whether the address is its reader's, who is sent nothing else until they say so. */
  | { readonly says: 'question'; readonly area: string }
  /** `outage`: the number under which the page has it. */
  | { readonly says: 'outage'; readonly outage: number; readonly isOver: boolean }
  /** The page shows the area no longer, so nobody can follow it. */
  | { readonly says: 'left'; readonly area: string };

/** The same with what the page says. */
export type ToldStatus =
  | { readonly says: 'question' | 'left'; readonly area: string }
  | {
      readonly says: 'outage';
      readonly area: string;
      readonly isOver: boolean;
      readonly outage: StatusOutage;
    };

/** So many areas an address may follow. */
export const mostAreasOfAddress = 5;
/** So many addresses may follow an area, and all areas together: each outage is a message to all of them. */
export const mostOfArea = 500;
export const mostOfAll = 2_000;

/** Times are said to this. */
const grainMs = 5 * 60_000;

/** The times of an outage as they are said: one to the second could be that of a single home. */
export function saidTimes({ beganAt, endedAt }: Pick<StatusOutage, 'beganAt' | 'endedAt'>) {
  return {
    beganAt: Math.floor(beganAt / grainMs) * grainMs,
    endedAt: endedAt === null ? null : Math.ceil(endedAt / grainMs) * grainMs,
  };
}
