import type { OutageKind } from './outage-option.ts';
import type { Prng } from './prng.ts';

/** What can be done to a virtual device. */
export type Deed =
  | 'lose-mains'
  | 'restore-mains'
  | 'lose-network'
  | 'restore-network'
  /** The firmware stops; nothing is closed. */
  | 'crash'
  /** It starts again after a panic. */
  | 'reboot';

export interface Step {
  /** Ms on the simulation's clock. */
  readonly atMs: number;
  readonly deed: Deed;
}

/** How long each kind lasts unless told otherwise, in ms: long enough to be noticed by silence. */
export const usualDurationMs: Readonly<Record<OutageKind, number>> = {
  'mains-sensed': 45_000,
  mains: 60_000,
  network: 60_000,
  'crash-loop': 60_000,
  flapping: 30_000,
  area: 60_000,
};

/** A board that crashes sooner than this after its start has not reached the network yet, even on a busy day. */
const tooEarlyForNetworkMs = 500;
/** Devices of an area fall, and rise, within this time. */
const areaSpreadMs = 3_000;

/**
 * What happens to one device in an outage of this kind, in order.
 * @param hasMainsSense matters to `area` alone: such a board lives on, but may lose its router
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

/** The first restart still reaches the server; the later ones crash before they could. */
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

/** Down, up, down … and up again at the end; each for about five seconds. */
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
  // The router dies first: what the board has to say about the mains waits until it is back.
  return [
    { atMs: downMs, deed: 'lose-network' },
    lost,
    restored,
    { atMs: upMs + routerStartMs, deed: 'restore-network' },
  ];
}
