import { maskPersonal } from '../../domain/people/mask.ts';
import type { Callers } from './route.ts';

/** What a caller is shown of an answer. */
export type View = <T>(answer: T) => T;

const whole: View = (answer) => answer;

/** Whether keys and phone numbers are hidden from a caller, and found by no search of theirs. */
export function isMasked(caller: Callers[keyof Callers]): boolean {
  return caller !== null && 'role' in caller && caller.role === 'viewer';
}

/** One place for what a role sees: calls, exports and the live stream all answer through it. */
export function viewOf(caller: Callers[keyof Callers]): View {
  return isMasked(caller) ? maskPersonal : whole;
}
