import type { Cause } from '../../domain/states.ts';
import type { HistoryEntry, Span } from './device-history.ts';
import type { OutageKind } from './outage-option.ts';
import type { DevicePlan, PlannedOutage } from './plan.ts';
import type { ToldReport } from './report-queue.ts';

/** An outage that the server should have recorded, given what happened to the device. */
export interface ExpectedOutage {
  readonly deviceId: string;
  /** `dropped`: a lost connection that nobody planned. */
  readonly kind: OutageKind | 'dropped';
  /** `may`: the outage can hardly be noticed, or the server may not have been told. */
  readonly existence: 'must' | 'may';
  /** Whether the device reported the outage. Otherwise only silence shows it. */
  readonly isReported: boolean;
  /** Causes of which the server may record any. */
  readonly causes: readonly Cause[];
  readonly downAt: Span;
  /** Null: the outage goes on. `any`: not known here. */
  readonly recoverAt: Span | null | 'any';
  /** Null: not known here. */
  readonly flaps: number | null;
}

interface DetectionRules {
  readonly heartbeatTimeoutMs: number;
  /** The server may have heard a message so much later than it was sent. */
  readonly longestAnswerMs: number;
}

/** The story of a device, by its plan and in fact. */
export interface DeviceStory {
  readonly plan: Pick<DevicePlan, 'deviceId' | 'hasMainsSense' | 'outages'>;
  readonly history: readonly HistoryEntry[];
  readonly reports: readonly ToldReport[];
}

export interface Expectations {
  readonly outages: readonly ExpectedOutage[];
  /** Outages that were too short for silence to show them. */
  readonly unnoticeable: number;
  /** Outages of the plan that have begun, by kind. */
  readonly simulated: ReadonlyMap<OutageKind, number>;
}

type Silence = Extract<HistoryEntry, { type: 'silent' }>;

/**
 * Time without a packet after which an MQTT session's silence is judged (15 s of keepalive, 10 s of grace),
 * with a margin for a busy machine, in ms.
 */
const mqttDetection = { earliest: 24_000, latest: 28_000 } as const;
const httpMarginMs = { early: 500, late: 2_500 } as const;

/**
 * Derives what the server should have recorded.
 * @param startedAt epoch ms of 0 on the plan's clock
 * @param now epoch ms
 */
export function expectOutages(
  stories: readonly DeviceStory[],
  startedAt: number,
  now: number,
  rules: DetectionRules,
): Expectations {
  const simulated = new Map<OutageKind, number>();
  const outages: ExpectedOutage[] = [];
  let unnoticeable = 0;
  for (const story of stories) {
    const { plan, history, reports } = story;
    plan.outages.forEach((outage, index) => {
      const fromAt = startedAt + firstStepMs(outage);
      const next = plan.outages[index + 1];
      const toAt = next === undefined ? Number.POSITIVE_INFINITY : startedAt + firstStepMs(next);
      const entries = history.filter((entry) => isWithin(entry.at, fromAt, toAt));
      if (!entries.some((entry) => entry.type === 'mains-lost' || isPlannedSilence(entry))) return;
      simulated.set(outage.kind, (simulated.get(outage.kind) ?? 0) + 1);
      const expected = speaksForItself(outage.kind, plan.hasMainsSense)
        ? expectReported(plan.deviceId, outage.kind, entries, reportsWithin(reports, fromAt, toAt))
        : expectSilent(plan.deviceId, outage.kind, entries, now, rules);
      if (expected.length === 0) unnoticeable += 1;
      outages.push(...expected);
    });
    outages.push(...expectDropped(plan.deviceId, history));
  }
  return { outages, unnoticeable, simulated };
}

function firstStepMs(outage: PlannedOutage): number {
  // By the wall clock, timers may run a moment early.
  return (outage.steps[0]?.atMs ?? outage.startMs) - 250;
}

function isWithin(at: number, fromAt: number, toAt: number): boolean {
  return at >= fromAt && at < toAt;
}

function isPlannedSilence(entry: HistoryEntry): entry is Silence {
  return entry.type === 'silent' && entry.why !== 'dropped';
}

function reportsWithin(reports: readonly ToldReport[], fromAt: number, toAt: number): ToldReport[] {
  return reports.filter((report) => isWithin(report.at.wallMs, fromAt, toAt));
}

/** Whether the device reports the outage itself. */
function speaksForItself(kind: OutageKind, hasMainsSense: boolean): boolean {
  return kind === 'mains-sensed' || kind === 'flapping' || (kind === 'area' && hasMainsSense);
}

function expectReported(
  deviceId: string,
  kind: OutageKind,
  entries: readonly HistoryEntry[],
  reports: readonly ToldReport[],
): ExpectedOutage[] {
  const losses = entries.filter((entry) => entry.type === 'mains-lost');
  const returns = entries.filter((entry) => entry.type === 'mains-back');
  const [loss] = losses;
  if (loss === undefined) return [];
  const isToldOf = reports.every((report) => report.acknowledgedAt !== null);
  const isBack = returns.length === losses.length;
  const backAt = returns.at(-1)?.at ?? 0;
  return [
    {
      deviceId,
      kind,
      existence: reports[0]?.acknowledgedAt != null ? 'must' : 'may',
      isReported: true,
      causes: isToldOf ? ['mains'] : ['mains', 'silent', 'network'],
      downAt: { from: loss.at, to: loss.at },
      recoverAt: !isToldOf ? 'any' : isBack ? { from: backAt, to: backAt } : null,
      // Only losses that the device reported count: a device that debounces does not report every one.
      flaps: isToldOf && kind === 'flapping' ? countLosses(reports) - 1 : null,
    },
  ];
}

function countLosses(reports: readonly ToldReport[]): number {
  return reports.filter((report) => report.type === 'POWER_DOWN').length;
}

/** Causes that the server gives to a silence when the device is back. */
const causeOnReturn: Readonly<Partial<Record<OutageKind, Cause>>> = {
  mains: 'mains',
  area: 'mains',
  network: 'network',
  'crash-loop': 'device',
};

/** Expects one outage for each silence that was long enough. */
function expectSilent(
  deviceId: string,
  kind: OutageKind,
  entries: readonly HistoryEntry[],
  now: number,
  rules: DetectionRules,
): ExpectedOutage[] {
  const expected: ExpectedOutage[] = [];
  let silence: Silence | null = null;
  const conclude = (back: Extract<HistoryEntry, { type: 'heard' }> | null) => {
    if (silence === null) return;
    const lastHeard = silence.lastHeard ?? { from: silence.at, to: silence.at };
    const endAt = back?.at ?? now;
    const limit = detectionOf(silence.transport, rules);
    if (endAt - lastHeard.from < limit.earliest) return;
    const backAt = kind === 'network' ? back?.at : back?.bootedAt;
    expected.push({
      deviceId,
      kind,
      existence: endAt - silence.at >= limit.latest + rules.longestAnswerMs ? 'must' : 'may',
      isReported: false,
      causes: [back === null ? 'silent' : (causeOnReturn[kind] ?? 'silent')],
      downAt: { from: lastHeard.from, to: Math.max(lastHeard.to, silence.lastSentAt ?? 0) },
      recoverAt: backAt === undefined ? null : { from: backAt, to: backAt },
      flaps: null,
    });
  };
  for (const entry of entries) {
    if (isPlannedSilence(entry)) silence ??= entry;
    if (entry.type !== 'heard') continue;
    conclude(entry);
    silence = null;
  }
  conclude(null);
  return expected;
}

function detectionOf(
  transport: 'mqtt' | 'http',
  rules: DetectionRules,
): { readonly earliest: number; readonly latest: number } {
  if (transport === 'mqtt') return mqttDetection;
  return {
    earliest: rules.heartbeatTimeoutMs - httpMarginMs.early,
    latest: rules.heartbeatTimeoutMs + httpMarginMs.late,
  };
}

/** Lost connections, which the server may or may not record. */
function expectDropped(deviceId: string, history: readonly HistoryEntry[]): ExpectedOutage[] {
  return history
    .filter((entry): entry is Silence => entry.type === 'silent' && entry.why === 'dropped')
    .map(({ at, lastHeard, lastSentAt }) => ({
      deviceId,
      kind: 'dropped',
      existence: 'may',
      isReported: false,
      causes: ['silent', 'network', 'unobserved'],
      downAt: { from: lastHeard?.from ?? at, to: Math.max(at, lastSentAt ?? at) },
      recoverAt: 'any',
      flaps: null,
    }));
}
