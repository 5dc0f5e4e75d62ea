/** The drawings: plain data, which goes to the thread that draws. */
import type { ReportAnswer } from '../../contract/fleet/report.ts';
import type { TimelineState } from '../../domain/fleet/device-timeline.ts';
import type { LaidPiece } from '../../domain/fleet/ribbon-layout.ts';
import type { Language } from '../../domain/states.ts';

/** Ribbons are laid out this wide, wherever they are drawn. */
export const ribbonWidth = 1_000;

export type RibbonPiece = Pick<LaidPiece<TimelineState, never>, 'x' | 'width' | 'state'>;

/** Where a ribbon has a mark of the calendar, and how it is written. */
export interface RibbonTick {
  readonly x: number;
  readonly label: string;
}

interface Sheet {
  readonly language: Language;
  /** IANA name of the clocks. */
  readonly timezone: string;
  /** Epoch ms. */
  readonly madeAt: number;
  readonly ticks: readonly RibbonTick[];
}

/** The report of the pages, to be printed. */
export interface ReportSheet extends Sheet {
  readonly type: 'report';
  readonly report: ReportAnswer;
  /** The month before. Null: the report is not about a month that is over. */
  readonly before: Pick<ReportAnswer, 'summary' | 'period'> | null;
  /** Its owner's name. Null: it is not said, as others will read it. */
  readonly account: string | null;
  /** By id of the device; none where the time is too long for them. */
  readonly ribbons: Readonly<Record<string, readonly RibbonPiece[]>>;
}

/** The last days of some sites. */
export interface WeekSheet extends Sheet {
  readonly type: 'week';
  readonly sites: readonly {
    readonly name: string;
    readonly pieces: readonly RibbonPiece[];
    /** Null: nothing was observed. */
    readonly availability: number | null;
  }[];
  /** Sites that found no room. */
  readonly left: number;
}

export type AnySheet = ReportSheet | WeekSheet;
