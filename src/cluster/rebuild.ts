/** The decision about a log that has lost entries which nodes had applied. */

/** The state of a node without its log. */
export interface LostStanding {
  readonly lineage: string;
  readonly epoch: number;
  /** It led last, and its database holds all that it ever shipped. */
  readonly hasLed: boolean;
  readonly seq: number;
  /** It misses something itself; otherwise only another one does. */
  readonly isCertain: boolean;
}

/** Time that the loss must have lasted, in ms: servers of NATS that just came back may not know yet. */
export const rebuildAfterMs = 10_000;

/**
 * Whether this node builds the log anew: all nodes that it knows say that it is lost, and none has more.
 * Two nodes cannot both find this of themselves.
 * @param others by name; null: a node that was not heard, or does not say so
 */
export function mayRebuild(
  own: LostStanding & { readonly node: string },
  others: ReadonlyMap<string, LostStanding | null>,
): boolean {
  for (const [node, other] of others) {
    if (other === null || other.lineage !== own.lineage) return false;
    const order =
      own.epoch - other.epoch ||
      Number(own.hasLed) - Number(other.hasLed) ||
      own.seq - other.seq ||
      (own.node < node ? 1 : -1);
    if (order < 0) return false;
  }
  return true;
}

/** A lineage says from which one it was rebuilt, and how often: `NAME+2`. */
export function nextLineage(lineage: string): string {
  const [name, times = 0] = partsOf(lineage);
  return `${name}+${times + 1}`;
}

/** Whether a log was rebuilt from the one to which `lineage` belongs. */
export function isRebuiltFrom(log: string, lineage: string): boolean {
  const [name, times] = partsOf(log);
  const [before, timesBefore] = partsOf(lineage);
  return name === before && times > timesBefore;
}

function partsOf(lineage: string): [string, number] {
  const [name = '', times = '0'] = lineage.split('+');
  return [name, Number(times)];
}
