import type { SystemProblem } from './system-problems.ts';

/** So long a problem has to last before the operator is told, and to be gone before its end is told. */
export const steadyMs = 120_000;

/** What the operator was told, and since when things have been different. */
export interface OperatorView {
  readonly told: readonly SystemProblem[];
  /** Monotonic ms since when an untold problem exists, or a told one is gone. */
  readonly differsSince: Readonly<Partial<Record<SystemProblem, number>>>;
}

export interface OperatorNews {
  readonly began: readonly SystemProblem[];
  readonly ended: readonly SystemProblem[];
}

/**
 * Compares what is wrong now with what the operator was told.
 * @param problems what is wrong now, the gravest first
 * @returns the view to keep while the news has not been told, and the news
 */
export function compareWithTold(
  view: OperatorView,
  problems: readonly SystemProblem[],
  monoMs: number,
): { readonly view: OperatorView; readonly news: OperatorNews } {
  const began = problems.filter((problem) => !view.told.includes(problem));
  const ended = view.told.filter((problem) => !problems.includes(problem));
  const differsSince: Partial<Record<SystemProblem, number>> = {};
  for (const problem of [...began, ...ended]) {
    differsSince[problem] = view.differsSince[problem] ?? monoMs;
  }
  const isSteady = (problem: SystemProblem) =>
    monoMs - (differsSince[problem] ?? monoMs) >= steadyMs;
  return {
    view: { told: view.told, differsSince },
    news: { began: began.filter(isSteady), ended: ended.filter(isSteady) },
  };
}

/** The view once the news has been told. */
export function markTold(view: OperatorView, { began, ended }: OperatorNews): OperatorView {
  const news = new Set<SystemProblem>([...began, ...ended]);
  const differsSince = Object.fromEntries(
    Object.entries(view.differsSince).filter(([problem]) => !news.has(problem as SystemProblem)),
  );
  return {
    told: [...view.told.filter((problem) => !ended.includes(problem)), ...began],
    differsSince,
  };
}
