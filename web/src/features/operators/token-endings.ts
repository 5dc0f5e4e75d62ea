import type { TokenTraceAnswer } from '../../../../src/contract/people/api-tokens.ts';
import {
  type EndableTrace,
  isEndable,
  isMadeSince,
} from '../../../../src/domain/people/token-trace.ts';

export type Trace = TokenTraceAnswer;

export interface Ending {
  readonly kind: EndableTrace;
  readonly ref: string;
}

/**
 * The things that end with a token: those that can, but for keys that serve a board and what came into accounts, which may be their owners' own, unless somebody chose otherwise.
 * @param toggled `kind:ref` of each that was chosen otherwise
 */
export function chooseEndings(traces: readonly Trace[], toggled: ReadonlySet<string>): Ending[] {
  return traces.flatMap(({ kind, ref, is_in_use: isInUse }) => {
    const isKept = isInUse || isMadeSince(kind);
    if (!isEndable(kind) || toggled.has(`${kind}:${ref}`) !== isKept) return [];
    return [{ kind, ref }];
  });
}
