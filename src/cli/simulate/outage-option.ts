/** `--outage KIND[:COUNT|:PERCENT][@START[+DURATION]]` */

export const outageKinds = [
  'mains-sensed',
  'mains',
  'network',
  'crash-loop',
  'flapping',
  'area',
] as const;
export type OutageKind = (typeof outageKinds)[number];

/** Descriptions of the kinds for the help text. */
export const outageKindTexts: Readonly<Record<OutageKind, string>> = {
  'mains-sensed': 'power fails, the board has a battery and says so',
  mains: 'power fails, the board dies with it and boots when it is back',
  network: 'the router is off, the board keeps its power',
  'crash-loop': 'the firmware panics again and again',
  flapping: 'power fails and returns several times',
  area: 'a whole area loses power within seconds',
};

export interface OutageOrder {
  readonly kind: OutageKind;
  readonly share: { readonly count: number } | { readonly percent: number };
  /** Ms after all devices are online. Null: drawn at random. */
  readonly startMs: number | null;
  /** Null: the default of the kind. */
  readonly durationMs: number | null;
  /** The option as given, for messages. */
  readonly text: string;
}

/** The option is wrong. The message says how. */
export class OutageOptionError extends Error {
  override readonly name = 'OutageOptionError';
}

const form = /^([a-z-]+)(?::(\d+(?:\.\d+)?)(%?))?(?:@([\d.]+[smh]?)(?:\+([\d.]+[smh]?))?)?$/;

/** @throws OutageOptionError */
export function parseOutageOption(text: string): OutageOrder {
  const match = form.exec(text.trim());
  if (match === null) {
    throw new OutageOptionError(
      `"${text}" is not KIND[:COUNT|:PERCENT%][@START[+DURATION]], such as mains:3@30+60`,
    );
  }
  const [, name, amount, percentSign, start, duration] = match;
  const kind = outageKinds.find((known) => known === name);
  if (kind === undefined) {
    throw new OutageOptionError(`"${name}" is none of ${outageKinds.join(', ')}`);
  }
  return {
    kind,
    share: parseShare(kind, amount, percentSign === '%'),
    startMs: start === undefined ? null : parseTime(start, 0),
    durationMs: duration === undefined ? null : parseTime(duration, 1000),
    text,
  };
}

function parseShare(
  kind: OutageKind,
  amount: string | undefined,
  isPercent: boolean,
): OutageOrder['share'] {
  if (amount === undefined) return kind === 'area' ? { percent: 100 } : { count: 1 };
  const value = Number(amount);
  if (isPercent) {
    if (value <= 0 || value > 100) throw new OutageOptionError(`${amount}% is not 0 to 100 %`);
    return { percent: value };
  }
  if (!Number.isInteger(value) || value < 1) {
    throw new OutageOptionError(`"${amount}" is not a number of devices`);
  }
  return { count: value };
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Parses seconds, or a time with a unit: 90, 90s, 1.5m. */
function parseTime(text: string, leastMs: number): number {
  const unit = unitMs[text.slice(-1)];
  const value = Number(unit === undefined ? text : text.slice(0, -1));
  const ms = Math.round(value * (unit ?? 1000));
  if (!Number.isFinite(ms) || ms < leastMs || ms > 86_400_000) {
    throw new OutageOptionError(`"${text}" is not a time such as 90, 90s or 1.5m`);
  }
  return ms;
}
