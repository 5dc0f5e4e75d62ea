import { maskPersonal } from '../../domain/people/mask.ts';
import type { Callers } from './route.ts';

/** What a caller may see of an answer. */
export type View = <T>(answer: T) => T;

const whole: View = (answer) => answer;

/** Whether keys and phone numbers are hidden from a caller, and from their searches. */
export function isMasked(caller: Callers[keyof Callers]): boolean {
  return caller !== null && 'role' in caller && caller.role === 'viewer';
}

/** The one place that decides what a role sees: calls, exports and the live stream all use it. */
export function viewOf(caller: Callers[keyof Callers]): View {
  return isMasked(caller) ? maskPersonal : whole;
}
