import type { BoardPort, PortInfo, SerialPorts } from './web-serial.ts';

const lookEveryMs = 250;

interface FindAgainOptions {
  readonly serial: SerialPorts;
  readonly clock: Clock;
  /** The port as it was. */
  readonly before: BoardPort;
  readonly withinMs: number;
  /** Opens the port; one that has just come back often refuses at first. */
  readonly open: (port: BoardPort) => Promise<void>;
  /** Whether the caller has given up. */
  readonly isOver: () => boolean;
}

/**
 * Waits for a board with USB of its own to come back after a restart, and opens it again. The browser
 * gives it a new port; what it may use it finds among those the visitor chose before.
 * @returns the port, open; null: it did not come back in time
 */
export async function findAgain(options: FindAgainOptions): Promise<BoardPort | null> {
  const { serial, clock, before, withinMs, open, isOver } = options;
  const giveUpMs = clock.nowMs() + withinMs;
  const info = before.getInfo();
  while (!isOver()) {
    const port = chooseSame(await serial.getPorts(), before, info);
    if (port !== null && !isOver()) {
      try {
        await open(port);
        return port;
      } catch {
        // Not ready yet.
      }
    }
    if (clock.nowMs() >= giveUpMs) return null;
    await sleep(clock, lookEveryMs);
  }
  return null;
}

/** The same port, else one of the same make, else the only one of the same maker. */
function chooseSame(
  ports: readonly BoardPort[],
  before: BoardPort,
  { usbVendorId: vendor, usbProductId: product }: PortInfo,
): BoardPort | null {
  if (ports.includes(before)) return before;
  if (vendor === undefined) return null;
  const sameMaker = ports.filter((port) => port.getInfo().usbVendorId === vendor);
  const sameMake = sameMaker.filter((port) => port.getInfo().usbProductId === product);
  return sameMake.at(-1) ?? (sameMaker.length === 1 ? (sameMaker[0] ?? null) : null);
}

/** Time as the serial sessions see it, so that a test can let it pass. */
export interface Clock {
  /** Only differences mean something. */
  nowMs(): number;
  /** Runs something once, later. @returns a function that cancels it */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export function sleep(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => clock.after(ms, resolve));
}

/** What `promise` gives, or `late` when it takes longer. */
export async function within<T, Late>(
  clock: Clock,
  ms: number,
  promise: Promise<T>,
  late: Late,
): Promise<T | Late> {
  let callOff: (() => void) | undefined;
  const timeUp = new Promise<Late>((resolve) => {
    callOff = clock.after(ms, () => resolve(late));
  });
  try {
    return await Promise.race([promise, timeUp]);
  } finally {
    callOff?.();
  }
}
