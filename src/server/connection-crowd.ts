/**
 * A caller that opens connections and says nothing costs an open file each. Bun takes all that come and, once there
 * are no files left, tries in vain to take more: nobody is answered, and no alert can go out. It ends a silent
 * connection after 12 to 32 s, but gives no handle to its connections; the system does. So when most files are in
 * use, those of the callers who have the most connections are ended, down to an equal share. Until the crowd has gone
 * few are let in at a time, and these callers not at all: a few hundred connections a second fill the places in which
 * everybody waits. Behind a carrier's NAT one address is many people: as long as there is room, nobody is counted.
 */
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Tick } from '../domain/instant.ts';
import { householdOf, isLoopback } from '../domain/ip-address.ts';
import type { Logger } from '../domain/logger.ts';
import { fairCap } from '../domain/system/crowd.ts';
import { openCLibrary } from './c-library.ts';
import { readMostFiles } from './most-files.ts';

interface CrowdOptions {
  readonly log: Logger;
  /** Ports at which connections have limits of their own. */
  readonly spared: () => readonly (number | null)[];
  /** Of the ports that have none. */
  readonly gates: () => readonly Gate[];
  /** Whether others call through this address: a proxy or a tunnel has limits of its own. Default: on this machine. */
  readonly isRelay?: (address: string) => boolean;
  /** Default: what the system lets this process open. */
  readonly mostFiles?: number;
}

/** Keeps a port from accepting; see `AcceptGate`. */
interface Gate {
  hold(backlog: number): void;
  keepOut(households: readonly string[]): void;
  letIn(): Promise<void>;
  release(): void;
}

/** Share of all files from whose use on something is done. */
const crowdedFrom = 0.7;
/** How many connections of callers stay then: a share of what all else, MQTT included, leaves them. */
const roomFor = 0.5;
/** Share of all files that may be let in at once while it is crowded. The rest stays free for calls to others. */
const letInAtOnce = 0.1;

const everyMs = 100;
/** After a look that found nothing to end, in ticks. */
const rest = 100;
/** Ticks without a crowd after which the ports are open for all again. */
const calm = 100;
/** Files that are looked at in one turn of the event loop. */
const filesPerTurn = 2048;

/** proc(5), `/proc/net/tcp` */
const states = { established: '01', listening: '0A' };
const shutBoth = 2;

interface Connection {
  readonly fd: number;
  readonly socket: string;
  readonly household: string;
}

/** Room to look around with when no file is left; one for the process. */
let spare: number | null = null;

/** The tick that looks after it. Where the system has no `/proc`, it does nothing. */
export function makeCrowdTick(options: CrowdOptions): Tick {
  const { log, spared, gates, isRelay = isLoopback, mostFiles = readMostFiles() } = options;
  const backlog = Math.floor(mostFiles * letInAtOnce);
  let pause = 0;
  /** Ticks for which the ports are still held. */
  let held = 0;
  /** Those who had too many connections since the ports are held. */
  const keptOut = new Set<string>();

  async function endSome(): Promise<number> {
    if (spare !== null) closeSync(spare);
    spare = null;
    try {
      const { connections, others } = await readConnections(spared(), isRelay);
      const room = Math.max(0, Math.floor((mostFiles - others) * roomFor));
      const counts = countHouseholds(connections);
      const cap = Math.max(1, fairCap(counts.values(), room));
      for (const household of listAbove(counts, cap)) keptOut.add(household);
      for (const gate of gates()) gate.keepOut([...keptOut]);
      const ended = await thinOut(connections, { room, cap });
      if (ended > 0) {
        const of = connections.length;
        log.warn({ ended, of, keptOut: keptOut.size }, 'too many connections: ended some');
      }
      return ended;
    } finally {
      spare = openNothing();
    }
  }

  return {
    name: 'connection-crowd',
    everyMs,
    async run() {
      spare ??= openNothing();
      if (pause > 0) {
        pause -= 1;
        return;
      }
      if (held > 0) await Promise.all(gates().map((gate) => gate.letIn()));
      if (isCrowded(mostFiles)) {
        // Else those who are ended are back before a file is free for anything else.
        for (const gate of gates()) gate.hold(backlog);
        held = calm;
        if ((await endSome()) > 0) return;
        pause = rest;
        held = 0;
      }
      held = Math.max(0, held - 1);
      if (held > 0) return;
      for (const gate of gates()) gate.release();
      keptOut.clear();
    },
  };
}

/** The system gives a new file the lowest free number: below it all are in use. */
function isCrowded(mostFiles: number): boolean {
  const fd = openNothing();
  if (fd === null) return true;
  closeSync(fd);
  return fd >= mostFiles * crowdedFrom;
}

function openNothing(): number | null {
  try {
    return openSync('/dev/null', 'r');
  } catch {
    return null;
  }
}

/** This process's connections at ports at which somebody listens, and how many other files it has open. */
async function readConnections(
  spared: readonly (number | null)[],
  isRelay: (address: string) => boolean,
): Promise<{ readonly connections: Connection[]; readonly others: number }> {
  const households = readCallers(spared, isRelay);
  const found: Connection[] = [];
  let looked = 0;
  for (const name of readdirSync('/proc/self/fd')) {
    looked += 1;
    if (looked % filesPerTurn === 0) await nextTurn();
    const socket = socketOf(Number(name));
    const household = households.get(socket);
    if (household !== undefined) found.push({ fd: Number(name), socket, household });
  }
  return { connections: found, others: looked - found.length };
}

/** Of each socket, as its file is called, whose it is. */
function readCallers(
  spared: readonly (number | null)[],
  isRelay: (address: string) => boolean,
): Map<string, string> {
  const lines = ['tcp', 'tcp6'].flatMap((name) =>
    readTable(name)
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/)),
  );
  const portOf = (address = '') => Number.parseInt(address.slice(address.indexOf(':') + 1), 16);
  const doors = new Set(
    lines.filter(([, , , state]) => state === states.listening).map(([, local]) => portOf(local)),
  );
  for (const port of spared) if (port !== null) doors.delete(port);
  const households = new Map<string, string>();
  for (const [, local, remote, state, , , , , , inode] of lines) {
    if (state !== states.established || !doors.has(portOf(local))) continue;
    const address = readAddress(remote);
    if (!isRelay(address)) households.set(`socket:[${inode}]`, householdOf(address));
  }
  return households;
}

/** Empty where there is none: IPv6 may be off. */
function readTable(name: string): string {
  try {
    return readFileSync(`/proc/self/net/${name}`, 'latin1');
  } catch {
    return '';
  }
}

/** `0100007F:1F90`: words of 32 bits, as this machine keeps them in memory. */
function readAddress(entry = ''): string {
  const words = entry.split(':')[0]?.match(/.{8}/g) ?? [];
  const bytes = words.flatMap((word) => word.match(/../g)?.reverse() ?? []);
  if (bytes.length === 4) return bytes.map((byte) => Number.parseInt(byte, 16)).join('.');
  const isMapped = bytes.slice(0, 12).join('') === `${'00'.repeat(10)}FFFF`;
  if (isMapped)
    return bytes
      .slice(12)
      .map((byte) => Number.parseInt(byte, 16))
      .join('.');
  return (bytes.join('').match(/.{4}/g) ?? []).join(':');
}

function countHouseholds(connections: readonly Connection[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { household } of connections) {
    counts.set(household, (counts.get(household) ?? 0) + 1);
  }
  return counts;
}

/** Those who have more connections than that, the most first. */
function listAbove(counts: ReadonlyMap<string, number>, cap: number): string[] {
  return [...counts]
    .filter(([, count]) => count > cap)
    .toSorted(([, a], [, b]) => b - a)
    .map(([household]) => household);
}

/** @returns how many were ended */
async function thinOut(
  connections: readonly Connection[],
  { room, cap }: { readonly room: number; readonly cap: number },
): Promise<number> {
  const keptOf = new Map<string, number>();
  let kept = 0;
  let ended = 0;
  for (const { fd, socket, household } of connections) {
    const theirs = keptOf.get(household) ?? 0;
    if (theirs < cap && kept < room) {
      keptOf.set(household, theirs + 1);
      kept += 1;
    } else if (socketOf(fd) === socket && shutDown(fd)) {
      // Asked again, since the number may have become another file's.
      ended += 1;
      if (ended % filesPerTurn === 0) await nextTurn();
    }
  }
  return ended;
}

const nextTurn = () => new Promise<void>((done) => setImmediate(done));

function socketOf(fd: number): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return '';
  }
}

let libc: ReturnType<typeof openShutdown> | undefined;

/** Bun sees that the connection has ended, and closes the file itself. */
function shutDown(fd: number): boolean {
  libc ??= openShutdown();
  return libc?.shutdown(fd, shutBoth) === 0;
}

/** shutdown(2) */
function openShutdown() {
  return openCLibrary({ shutdown: { args: ['i32', 'i32'], returns: 'i32' } });
}
