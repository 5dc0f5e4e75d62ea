import type { NotificationStatus } from '../states.ts';
import { type SystemProblem, systemProblems } from './system-problems.ts';

/** So long a problem has to last before the operator is told, and to be gone before its end is told. */
export const steadyMs = 120_000;
/** How long after an address refused it, a message is sent there again: only the operator can mend that. */
const repeatRefusedMs = 3_600_000;

/** What the operator is told of the service itself. */
export interface OperatorNews {
  readonly problem: SystemProblem;
  readonly isOver: boolean;
}

/** What the operator is told of an area outage. */
export interface AreaNews {
  /** Row of the area outage. */
  readonly areaId: number;
  readonly isOver: boolean;
}

/** Since when each problem has been there, or has been gone; monotonic ms. */
export type Spells = ReadonlyMap<
  SystemProblem,
  { readonly isThere: boolean; readonly since: number }
>;

/** @param problems what is wrong now */
export function continueSpells(
  before: Spells,
  problems: readonly SystemProblem[],
  monoMs: number,
): Spells {
  // In this order: what is wrong now is told the gravest first.
  return new Map(
    [...new Set([...problems, ...systemProblems])].map((problem) => {
      const isThere = problems.includes(problem);
      const known = before.get(problem);
      return [problem, known?.isThere === isThere ? known : { isThere, since: monoMs }];
    }),
  );
}

/** The last thing that an address was told of a problem, or is to be told. */
export interface LastNews extends OperatorNews {
  /** The notification. */
  readonly id: number;
  readonly status: Exclude<NotificationStatus, 'superseded'>;
  /** Epoch ms. */
  readonly queuedAt: number;
}

/**
 * What an address has to be told, and which notifications it need not be told any more. A problem that
 * comes and goes is left alone until it has settled.
 * @param last of each problem at most one
 */
export function planNews(
  spells: Spells,
  last: readonly LastNews[],
  now: { readonly wallMs: number; readonly monoMs: number },
): { readonly say: readonly OperatorNews[]; readonly drop: readonly number[] } {
  const say: OperatorNews[] = [];
  const drop: number[] = [];
  for (const [problem, { isThere, since }] of spells) {
    if (now.monoMs - since < steadyMs) continue;
    const told = last.find((news) => news.problem === problem);
    const isRepeated = told?.status === 'failed' && now.wallMs - told.queuedAt >= repeatRefusedMs;
    if (told?.isOver !== !isThere) {
      // The end of what was never told is no news, and what waits has been overtaken.
      if (told?.status === 'pending') drop.push(told.id);
      else if (isThere || told?.status === 'sent') say.push({ problem, isOver: !isThere });
    } else if (isThere && isRepeated) {
      say.push({ problem, isOver: false });
    }
  }
  return { say, drop };
}
