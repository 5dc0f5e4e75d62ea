import type { DeviceType } from '../../domain/devices/device-type.ts';
import { Prng } from '../../domain/prng.ts';
import { type Step, usualDurationMs, writeScript } from './fault-script.ts';
import type { OutageKind, OutageOrder } from './outage-option.ts';

/** One outage of one device. Times are ms on the plan's clock, which starts when all devices are online. */
export interface PlannedOutage {
  readonly kind: OutageKind;
  readonly startMs: number;
  readonly endMs: number;
  readonly steps: readonly Step[];
}

export interface DevicePlan {
  readonly deviceId: string;
  readonly deviceType: DeviceType;
  readonly hasMainsSense: boolean;
  /** Seeds the device's own randomness: boot ids, signal, back-off. */
  readonly seed: string;
  /** In order and apart from each other. */
  readonly outages: readonly PlannedOutage[];
}

/** The wanted plan is impossible. The message says why. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

interface PlanOptions {
  readonly seed: string;
  readonly deviceCount: number;
  readonly orders: readonly OutageOrder[];
  /** The least time between outages of one device. Closer ones would be one outage to the server. */
  readonly separationMs: number;
}

interface Draft {
  readonly deviceId: string;
  readonly seed: string;
  /** Null until an outage asks for one or the other. */
  hasMainsSense: boolean | null;
  readonly outages: { kind: OutageKind; startMs: number; endMs: number }[];
}

/** The earliest drawn start of an outage, in ms. */
const earliestStartMs = 5_000;
const latestStartMs = 30_000;
/** Share of boards with a battery and a mains-sense input. */
const mainsSenseShare = 1 / 3;

/** Whether an outage needs a device with a mains-sense input or without. Null: either. */
const neededSense: Readonly<Record<OutageKind, boolean | null>> = {
  'mains-sensed': true,
  flapping: true,
  mains: false,
  network: null,
  'crash-loop': null,
  area: null,
};

/**
 * Draws everything that is left to chance: the devices, and what happens to each of them when. The same
 * options give the same plan.
 * @throws PlanError when an outage needs more devices than are suitable
 */
export function makePlan(options: PlanOptions): DevicePlan[] {
  const { seed, deviceCount, orders } = options;
  const drafts = inventDevices(seed, deviceCount);
  for (const [index, order] of orders.entries()) {
    assign(drafts, order, new Prng(`${seed}/outage/${index}`), options.separationMs);
  }
  return drafts.map((draft) => finish(draft));
}

function inventDevices(seed: string, count: number): Draft[] {
  const prng = new Prng(`${seed}/devices`);
  const drafts = new Map<string, Draft>();
  while (drafts.size < count) {
    // 02 begins a locally administered address, which no real board has.
    const deviceId = `fw-02${prng.hex(10)}`;
    drafts.set(deviceId, {
      deviceId,
      seed: `${seed}/${deviceId}`,
      hasMainsSense: null,
      outages: [],
    });
  }
  return [...drafts.values()];
}

function assign(
  drafts: readonly Draft[],
  order: OutageOrder,
  prng: Prng,
  separationMs: number,
): void {
  const { kind } = order;
  const startMs = order.startMs ?? prng.between(earliestStartMs, latestStartMs);
  const endMs = startMs + (order.durationMs ?? usualDurationMs[kind]);
  const wanted =
    'count' in order.share
      ? order.share.count
      : Math.max(1, Math.ceil((drafts.length * order.share.percent) / 100));
  const sense = neededSense[kind];
  const free = drafts.filter(
    (draft) =>
      (sense === null || draft.hasMainsSense === null || draft.hasMainsSense === sense) &&
      draft.outages.every(
        (other) => startMs >= other.endMs + separationMs || endMs + separationMs <= other.startMs,
      ),
  );
  if (free.length < wanted) {
    throw new PlanError(
      `--outage ${order.text} needs ${wanted} devices, but only ${free.length} of ${drafts.length} can have it then: outages of one device lie at least ${Math.round(separationMs / 1000)} s apart, and a board either senses the mains or does not`,
    );
  }
  for (const draft of prng.pick(free, wanted)) {
    draft.hasMainsSense ??= sense;
    draft.outages.push({ kind, startMs, endMs });
  }
}

function finish(draft: Draft): DevicePlan {
  const prng = new Prng(`${draft.seed}/plan`);
  const hasMainsSense = draft.hasMainsSense ?? prng.next() < mainsSenseShare;
  return {
    deviceId: draft.deviceId,
    deviceType: hasMainsSense ? 't-display' : 's2-mini',
    hasMainsSense,
    seed: draft.seed,
    outages: draft.outages
      .sort((a, b) => a.startMs - b.startMs)
      .map(({ kind, startMs, endMs }) => ({
        kind,
        startMs,
        endMs,
        steps: writeScript(kind, startMs, endMs - startMs, hasMainsSense, prng),
      })),
  };
}

/** When the last step of a plan is done, in ms. 0: the plan has no outages. */
export function endOfPlan(plan: readonly DevicePlan[]): number {
  const steps = plan.flatMap((device) => device.outages.flatMap((outage) => outage.steps));
  return steps.reduce((end, step) => Math.max(end, step.atMs), 0);
}
