/** News of the service, for the operator. */
import { type MessageKind, sendUnlessOld, triedForMs, type Verdict } from './verdict.ts';

export const operatorKind: MessageKind = { tells: 'operator', goesBeyondPart: true };

/** The facts that decide about news of the service, for the operator. What was overtaken is not in the queue. */
export interface OperatorFacts {
  readonly kind: 'operator';
  /** Epoch ms at which the notification was meant to go. */
  readonly dueAt: number;
}

export function judgeOperator({ dueAt }: OperatorFacts, now: number, patienceMs?: number): Verdict {
  return sendUnlessOld(dueAt + triedForMs(operatorKind, patienceMs), now);
}
