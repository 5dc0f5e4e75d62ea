import { isProblem, type SystemProblem } from '../../domain/system/system-problems.ts';
import { readMeta, writeMeta } from '../engine/meta.ts';
import type { Store } from '../engine/open.ts';

/** What the operator was told of, and not yet that it is over. */
export function readToldProblems(store: Store): readonly SystemProblem[] {
  // An earlier or later version may have known others.
  return (readMeta(store, 'told_problems') ?? '').split(' ').filter(isProblem);
}

export function writeToldProblems(store: Store, problems: readonly SystemProblem[]): void {
  store.transaction(() => writeMeta(store, 'told_problems', problems.join(' ')));
}
