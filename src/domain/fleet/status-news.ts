/** News for people who follow an area of the public page. */
import type { StatusOutage } from '../../modules/status/public-status.ts';

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
