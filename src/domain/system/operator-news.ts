import type { NotificationStatus } from '../states.ts';
import { type ClusterDetail, clusterProblems } from './cluster-problems.ts';
import { type SystemProblem, systemProblems } from './system-problems.ts';

/** So long a problem has to last before the operator is told, and to be gone before its end is told. */
export const steadyMs = 120_000;
/** A message that its address refused is sent there again after so long: only the operator can mend that. */
const repeatRefusedMs = 3_600_000;

/** News of the service itself, for the operator. */
export interface OperatorNews {
  readonly problem: SystemProblem;
  readonly isOver: boolean;
  /** Details of a cluster's problem. */
  readonly detail?: ClusterDetail;
}

/** A problem that has lasted for long enough when it is found, or is an event, is told at once. */
function isPrompt(problem: SystemProblem): boolean {
  return clusterProblems.some((one) => one === problem);
}

/** An event has no end that would be news. */
function isEvent(problem: SystemProblem): boolean {
  return problem === 'lead_moved' || problem === 'quorum_lost';
}

/** News of an area outage, for the operator. */
export interface AreaNews {
  /** Row of the area outage. */
  readonly areaId: number;
  readonly isOver: boolean;
}

/** The moments since which each problem has been there, or has been gone; monotonic ms. */
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
export interface LastNews extends Omit<OperatorNews, 'detail'> {
  /** As it was stored. Null: there was none. */
  readonly detail: string | null;
  /** The notification. */
  readonly id: number;
  readonly status: Exclude<NotificationStatus, 'superseded'>;
  /** Epoch ms. */
  readonly queuedAt: number;
}

/**
 * The news that an address is to be told, and the notifications that it need not be told any more. A problem that
 * comes and goes is left alone until it has settled.
 * @param last of each problem at most one
 * @param details what is to be said of some problems besides
 */
export function planNews(
  spells: Spells,
  last: readonly LastNews[],
  now: { readonly wallMs: number; readonly monoMs: number },
  details: readonly ClusterDetail[] = [],
): { readonly say: readonly OperatorNews[]; readonly drop: readonly number[] } {
  const say: OperatorNews[] = [];
  const drop: number[] = [];
  for (const [problem, { isThere, since }] of spells) {
    if (now.monoMs - since < (isThere && isPrompt(problem) ? 0 : steadyMs)) continue;
    const told = last.find((news) => news.problem === problem);
    const detail = details.find((one) => one.problem === problem);
    const news = { problem, isOver: !isThere, ...(detail !== undefined && { detail }) };
    // Another take-over, or another machine.
    const isAnother = detail !== undefined && told?.detail !== JSON.stringify(detail);
    const isRepeated = told?.status === 'failed' && now.wallMs - told.queuedAt >= repeatRefusedMs;
    if (told?.isOver !== !isThere) {
      // The end of what was never told is no news, and what waits has been overtaken.
      if (told?.status === 'pending' && !isEvent(problem)) drop.push(told.id);
      else if (isThere || (told?.status === 'sent' && !isEvent(problem))) say.push(news);
    } else if (isThere && (isRepeated || isAnother)) {
      if (told?.status === 'pending' && !isEvent(problem)) drop.push(told.id);
      say.push(news);
    }
  }
  return { say, drop };
}
