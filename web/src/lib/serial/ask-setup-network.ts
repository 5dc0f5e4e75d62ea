import { type Clock, sleep, within } from './clock.ts';
import { findAgain } from './find-again.ts';
import { LineSplitter } from './line-splitter.ts';
import { followSetupNetwork, type SetupNetwork, unknownNetwork } from './setup-network.ts';
import { type BoardPort, boardLine, type SerialPorts } from './web-serial.ts';

const lookEveryMs = 250;
/** While it starts, a board hears nothing. */
const askEveryMs = 2_000;

interface AskOptions {
  readonly serial: SerialPorts;
  readonly clock: Clock;
  /** The port before the restart. */
  readonly before: BoardPort;
  readonly withinMs: number;
  /** Whether the caller has given up. */
  readonly isOver: () => boolean;
}

/**
 * Asks a board that was just restarted for its set-up network, and closes its port again. Never throws.
 * @returns null: it did not come back in time, or has no password to tell
 */
export async function askSetupNetwork(options: AskOptions): Promise<SetupNetwork | null> {
  const { serial, clock, before, withinMs } = options;
  const giveUpMs = clock.nowMs() + withinMs;
  const isOver = () => options.isOver() || clock.nowMs() >= giveUpMs;
  while (!isOver()) {
    const port = await findAgain({
      serial,
      clock,
      before,
      withinMs: giveUpMs - clock.nowMs(),
      open: (found) => found.open(boardLine),
      isOver,
    });
    if (port === null) return null;
    const network = await talk(port, clock, isOver);
    if (network !== 'lost') return network.password === null ? null : network;
    // This was still the port from before the restart.
    await sleep(clock, lookEveryMs);
  }
  return null;
}

async function talk(
  port: BoardPort,
  clock: Clock,
  isOver: () => boolean,
): Promise<SetupNetwork | 'lost'> {
  const reader = port.readable?.getReader();
  let network = unknownNetwork;
  let state: 'asking' | 'answered' | 'lost' = reader ? 'asking' : 'lost';
  const read = async () => {
    const lines = new LineSplitter();
    while (reader && state === 'asking') {
      const { value, done } = await reader.read();
      if (done) state = 'lost';
      for (const line of lines.push(value ?? new Uint8Array())) {
        network = followSetupNetwork(network, line);
        if (network.password !== null || line.startsWith('OK show_config')) state = 'answered';
      }
    }
  };
  const reading = read().catch(() => {
    state = 'lost';
  });
  let askAtMs = clock.nowMs();
  while (state === 'asking' && !isOver()) {
    if (clock.nowMs() >= askAtMs) {
      askAtMs += askEveryMs;
      await ask(port, clock);
    }
    await within(clock, lookEveryMs, reading, undefined);
  }
  await reader?.cancel().catch(() => {});
  await reading;
  reader?.releaseLock();
  await port.close().catch(() => {});
  return state === 'lost' ? 'lost' : network;
}

async function ask(port: BoardPort, clock: Clock): Promise<void> {
  const writer = port.writable?.getWriter();
  if (!writer) return;
  const written = writer.write(new TextEncoder().encode('\nshow_config\n')).then(() => true);
  // Unsent bytes would keep a stuck port from closing.
  const isWritten = await within(clock, askEveryMs, written, false).catch(() => false);
  if (!isWritten) void writer.abort().catch(() => {});
  writer.releaseLock();
}
