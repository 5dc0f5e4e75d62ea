import type { Prng } from '../../domain/prng.ts';
import type { OutageKind } from './outage-option.ts';

/** The deeds that a virtual device can suffer. */
export type Deed =
  | 'lose-mains'
  | 'restore-mains'
  | 'lose-network'
  | 'restore-network'
  /** The firmware stops, and closes nothing. */
  | 'crash'
  /** The firmware starts again after a panic. */
  | 'reboot';

export interface Step {
  /** Ms on the simulation's clock. */
  readonly atMs: number;
  readonly deed: Deed;
}

/** The duration of each kind by default, in ms: long enough for silence to be noticed. */
export const usualDurationMs: Readonly<Record<OutageKind, number>> = {
  'mains-sensed': 45_000,
  mains: 60_000,
  network: 60_000,
  'crash-loop': 60_000,
  flapping: 30_000,
  area: 60_000,
};

/** A board that crashes within this time after its start has not reached the network yet. */
const tooEarlyForNetworkMs = 500;
/** Time within which the devices of an area lose power, or get it back. */
const areaSpreadMs = 3_000;

/**
 * Writes the steps of one device in an outage of this kind.
 * @param hasMainsSense matters only for `area`: such a board runs on, but may lose its router
 */
export function writeScript(
  kind: OutageKind,
  startMs: number,
  durationMs: number,
  hasMainsSense: boolean,
  prng: Prng,
): Step[] {
  const endMs = startMs + durationMs;
  switch (kind) {
    case 'mains-sensed':
    case 'mains':
      return [
        { atMs: startMs, deed: 'lose-mains' },
        { atMs: endMs, deed: 'restore-mains' },
      ];
    case 'network':
      return [
        { atMs: startMs, deed: 'lose-network' },
        { atMs: endMs, deed: 'restore-network' },
      ];
    case 'crash-loop':
      return crashAgainAndAgain(startMs, endMs, prng);
    case 'flapping':
      return flap(startMs, durationMs, prng);
    case 'area':
      return fallWithTheArea(startMs, endMs, hasMainsSense, prng);
  }
}

/** The first restart reaches the server. Later ones crash before they can. */
function crashAgainAndAgain(startMs: number, endMs: number, prng: Prng): Step[] {
  const steps: Step[] = [{ atMs: startMs, deed: 'crash' }];
  let atMs = startMs + prng.between(500, 1_500);
  let livesMs = prng.between(6_000, 9_000);
  while (atMs + livesMs + 2_000 < endMs) {
    steps.push({ atMs, deed: 'reboot' }, { atMs: atMs + livesMs, deed: 'crash' });
    atMs += livesMs + prng.between(1_000, 3_000);
    livesMs = prng.between(200, tooEarlyForNetworkMs);
  }
  steps.push({ atMs: endMs, deed: 'reboot' });
  return steps;
}

/** Power goes down and up in turns of about five seconds, and is up at the end. */
function flap(startMs: number, durationMs: number, prng: Prng): Step[] {
  const losses = Math.max(2, Math.round((durationMs / 5_000 + 1) / 2));
  const phases = 2 * losses - 1;
  const phaseMs = durationMs / phases;
  const steps: Step[] = [];
  for (let phase = 0; phase <= phases; phase++) {
    const isEdge = phase === 0 || phase === phases;
    const offMs = isEdge ? 0 : prng.between(-0.3, 0.3) * phaseMs;
    const deed = phase % 2 === 0 ? 'lose-mains' : 'restore-mains';
    steps.push({ atMs: startMs + phase * phaseMs + offMs, deed });
  }
  return steps;
}

function fallWithTheArea(
  startMs: number,
  endMs: number,
  hasMainsSense: boolean,
  prng: Prng,
): Step[] {
  const downMs = startMs + prng.between(0, areaSpreadMs);
  const upMs = Math.max(downMs + 1_000, endMs + prng.between(0, areaSpreadMs));
  const isRouterBackedUp = prng.next() < 0.5;
  const routerStartMs = prng.between(2_000, 5_000);
  const lost: Step = { atMs: downMs, deed: 'lose-mains' };
  const restored: Step = { atMs: upMs, deed: 'restore-mains' };
  if (!hasMainsSense || isRouterBackedUp) return [lost, restored];
  // The router fails first, so the board's report of the mains waits until the router is back.
  return [
    { atMs: downMs, deed: 'lose-network' },
    lost,
    restored,
    { atMs: upMs + routerStartMs, deed: 'restore-network' },
  ];
}
