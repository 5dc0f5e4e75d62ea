import { useEffect, useState } from 'react';
import { type Clock, findAgain, sleep, within } from './find-again.ts';
import { LineSplitter } from './line-splitter.ts';
import { type BoardPort, boardLine, type PortInfo, type SerialPorts } from './web-serial.ts';

/** The Wi-Fi of a board's own, on which a phone configures it, as far as the board has told. */
export interface SetupNetwork {
  readonly name: string | null;
  /** Null: not told. A configured board leaves that to the server. */
  readonly password: string | null;
}

export const unknownNetwork: SetupNetwork = { name: null, password: null };

const passwordLine = /^((?:\* Setup password|- setup_password): )(.+)$/;

/** What is known after a line of the board: docs/device-protocol.md, "Lines to look for". */
export function followSetupNetwork(known: SetupNetwork, line: string): SetupNetwork {
  const [, name] = /^(?:\* Setup network open|- setup_network): (.+)$/.exec(line) ?? [];
  if (name !== undefined) return { ...known, name };
  const [, , password] = passwordLine.exec(line) ?? [];
  if (password !== undefined) return { ...known, password: isPassword(password) ? password : null };
  // The password changes now, since it is derived from the key.
  return line.startsWith('OK save_config') ? { ...known, password: null } : known;
}

/** The line as it may be shown to others. */
export function hideSetupPassword(line: string): string {
  return line.replace(passwordLine, (whole, start: string, password: string) =>
    isPassword(password) ? `${start}••••••••` : whole,
  );
}

/** `(the server tells it)` stands for one. */
function isPassword(text: string): boolean {
  return /^\S+$/.test(text);
}

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

/** The port that is plugged in and may be used already, if there is one alone; null: none, or several. */
export function useKnownPort(serial: SerialPorts): PortInfo | null {
  const [known, setKnown] = useState<PortInfo | null>(null);
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      const [port, ...others] = await serial.getPorts();
      if (!isOver) setKnown(port === undefined || others.length > 0 ? null : port.getInfo());
    };
    const onChange = () => void look();
    onChange();
    serial.addEventListener('connect', onChange);
    serial.addEventListener('disconnect', onChange);
    return () => {
      isOver = true;
      serial.removeEventListener('connect', onChange);
      serial.removeEventListener('disconnect', onChange);
    };
  }, [serial]);
  return known;
}
