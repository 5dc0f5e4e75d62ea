import { isProblem, type SystemProblem } from '../../domain/system/system-problems.ts';
import { readMeta, writeMeta } from '../engine/meta.ts';
import type { Store } from '../engine/open.ts';

/** The problems that the operator was told of, and whose end was not told yet. */
export function readToldProblems(store: Store): readonly SystemProblem[] {
  // Another release may have stored names that this one does not know.
  return (readMeta(store, 'told_problems') ?? '').split(' ').filter(isProblem);
}

export function writeToldProblems(store: Store, problems: readonly SystemProblem[]): void {
  store.transaction(() => writeMeta(store, 'told_problems', problems.join(' ')));
}
