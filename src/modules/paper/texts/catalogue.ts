import type { TimelineState } from '../../../domain/fleet/device-timeline.ts';
import type { Language } from '../../../domain/states.ts';
import type { OutageWords } from '../../../http/fleet/outage-words.ts';
import { en } from './en.ts';
import { th } from './th.ts';

/** The words on paper and in pictures, in one language: those of the pages. */
export interface PaperTexts extends OutageWords {
  readonly title: string;
  readonly customer: string;
  readonly period: string;
  readonly sites: string;
  readonly allSites: string;
  readonly made: string;
  readonly clocks: string;
  readonly summary: string;
  readonly availability: string;
  readonly outages: string;
  readonly total: string;
  /** The same of several sites together. */
  readonly totalOf: (sites: number) => string;
  /** The mean of the sites. */
  readonly perSite: (duration: string) => string;
  /** A part of the time whose cause is not known yet. */
  readonly uncertain: (duration: string) => string;
  readonly average: string;
  readonly longest: string;
  readonly noData: string;
  readonly good: string;
  readonly compared: (month: string) => string;
  readonly perDay: string;
  readonly perDayUnit: string;
  readonly bySite: string;
  readonly count: (outages: number) => string;
  readonly noRibbons: string;
  readonly history: string;
  readonly site: string;
  readonly down: string;
  readonly back: string;
  readonly duration: string;
  readonly cause: string;
  readonly newest: (shown: number) => string;
  readonly page: (page: number, pages: number) => string;
  readonly states: Readonly<Record<TimelineState, string>>;
  readonly week: string;
  readonly andMore: (sites: number) => string;
}

export const paperTexts: Readonly<Record<Language, PaperTexts>> = { th, en };
