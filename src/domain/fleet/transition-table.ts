import type { DeviceState } from './device-state.ts';
import type { Effect } from './transition.ts';

/** The phase of a device, made of its link, power and open outage. */
export type Phase = 'unknown' | 'up' | 'silent' | 'mains' | 'recovering';

export function phaseOf(state: DeviceState): Phase {
  if (state.outage === null) return state.link === 'unknown' ? 'unknown' : 'up';
  if (state.outage.recovery !== null) return 'recovering';
  return state.outage.cause;
}

/**
 * phase × what is learned → next phase and the durable effects (without `event` and
 * `device-changed`). `silence`: the deadline of the link passed; `steady`: the recovery delay passed.
 * A report about a time before what is already known is `late`; it goes to `applyLateReport`, which
 * gives what the same reports in their right order would have given.
 */
export const transitionTable: readonly {
  readonly phase: Phase;
  readonly learned:
    | 'beat-up'
    | 'beat-up-rebooted'
    | 'beat-down'
    | 'power-down'
    | 'power-recover'
    | 'contact'
    | 'session-lost'
    | 'silence'
    | 'steady'
    | 'unwatched';
  readonly next: Phase;
  readonly does: readonly Exclude<Effect['type'], 'event' | 'device-changed'>[];
}[] = [
  { phase: 'unknown', learned: 'beat-up', next: 'up', does: [] },
  { phase: 'unknown', learned: 'beat-up-rebooted', next: 'up', does: [] },
  { phase: 'unknown', learned: 'beat-down', next: 'mains', does: ['outage-opened'] },
  { phase: 'unknown', learned: 'power-down', next: 'mains', does: ['outage-opened'] },
  { phase: 'unknown', learned: 'power-recover', next: 'up', does: [] },
  { phase: 'unknown', learned: 'contact', next: 'unknown', does: [] },
  { phase: 'unknown', learned: 'session-lost', next: 'unknown', does: [] },
  { phase: 'unknown', learned: 'silence', next: 'unknown', does: [] },
  { phase: 'unknown', learned: 'steady', next: 'unknown', does: [] },
  { phase: 'unknown', learned: 'unwatched', next: 'unknown', does: [] },

  { phase: 'up', learned: 'beat-up', next: 'up', does: [] },
  { phase: 'up', learned: 'beat-up-rebooted', next: 'up', does: [] },
  { phase: 'up', learned: 'beat-down', next: 'mains', does: ['outage-opened'] },
  { phase: 'up', learned: 'power-down', next: 'mains', does: ['outage-opened'] },
  { phase: 'up', learned: 'power-recover', next: 'up', does: [] },
  { phase: 'up', learned: 'contact', next: 'up', does: [] },
  { phase: 'up', learned: 'session-lost', next: 'up', does: [] },
  { phase: 'up', learned: 'silence', next: 'silent', does: ['outage-opened'] },
  { phase: 'up', learned: 'steady', next: 'up', does: [] },
  { phase: 'up', learned: 'unwatched', next: 'unknown', does: [] },

  { phase: 'silent', learned: 'beat-up', next: 'recovering', does: ['recovery-begun'] },
  { phase: 'silent', learned: 'beat-up-rebooted', next: 'recovering', does: ['recovery-begun'] },
  { phase: 'silent', learned: 'beat-down', next: 'mains', does: ['outage-amended'] },
  { phase: 'silent', learned: 'power-down', next: 'mains', does: ['outage-amended'] },
  {
    phase: 'silent',
    learned: 'power-recover',
    next: 'recovering',
    does: ['outage-amended', 'recovery-begun'],
  },
  { phase: 'silent', learned: 'contact', next: 'silent', does: [] },
  { phase: 'silent', learned: 'session-lost', next: 'silent', does: [] },
  { phase: 'silent', learned: 'silence', next: 'silent', does: [] },
  { phase: 'silent', learned: 'steady', next: 'silent', does: [] },
  { phase: 'silent', learned: 'unwatched', next: 'unknown', does: ['outage-closed'] },

  { phase: 'mains', learned: 'beat-up', next: 'recovering', does: ['recovery-begun'] },
  { phase: 'mains', learned: 'beat-up-rebooted', next: 'recovering', does: ['recovery-begun'] },
  { phase: 'mains', learned: 'beat-down', next: 'mains', does: [] },
  { phase: 'mains', learned: 'power-down', next: 'mains', does: [] },
  { phase: 'mains', learned: 'power-recover', next: 'recovering', does: ['recovery-begun'] },
  { phase: 'mains', learned: 'contact', next: 'mains', does: [] },
  { phase: 'mains', learned: 'session-lost', next: 'mains', does: [] },
  { phase: 'mains', learned: 'silence', next: 'mains', does: [] },
  { phase: 'mains', learned: 'steady', next: 'mains', does: [] },
  { phase: 'mains', learned: 'unwatched', next: 'unknown', does: ['outage-closed'] },

  { phase: 'recovering', learned: 'beat-up', next: 'recovering', does: [] },
  {
    phase: 'recovering',
    learned: 'beat-up-rebooted',
    next: 'recovering',
    does: ['outage-resumed', 'recovery-begun'],
  },
  { phase: 'recovering', learned: 'beat-down', next: 'mains', does: ['outage-resumed'] },
  { phase: 'recovering', learned: 'power-down', next: 'mains', does: ['outage-resumed'] },
  { phase: 'recovering', learned: 'power-recover', next: 'recovering', does: [] },
  { phase: 'recovering', learned: 'contact', next: 'recovering', does: [] },
  { phase: 'recovering', learned: 'session-lost', next: 'recovering', does: [] },
  // The cause of the open outage: `mains` here, `silent` where nothing else was known.
  { phase: 'recovering', learned: 'silence', next: 'mains', does: ['outage-resumed'] },
  { phase: 'recovering', learned: 'steady', next: 'up', does: ['outage-closed'] },
  { phase: 'recovering', learned: 'unwatched', next: 'unknown', does: ['outage-closed'] },
];
