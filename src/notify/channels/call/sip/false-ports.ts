/**
 * baresip takes the sound of a call, and with it the keys that are pressed, from whoever sends it to its port. Somebody
 * who sends the sound of a key to all ports of this machine finds that one, too, and answers for whoever has the phone.
 * So during calls many other ports are open besides, at which nobody has anything to say. What comes there was sent
 * blindly, and nearly always comes there before it comes to the right one.
 */
import { createSocket, type Socket } from 'node:dgram';

/** Where baresip has its sound; even ports, the odd ones beside them are for reports (RFC 3550, section 11). */
export const soundPorts = { first: 10_000, last: 49_150 } as const;

/** Whoever tries all ports comes to the right one before two of these in one call of 65. */
const openAtOnce = 128;
/** Opening one takes a millisecond, and boards are heard in between. */
const perStep = 8;
/** A port that is in use is left out, and another one is tried. */
const mostSteps = (2 * openAtOnce) / perStep;

/** One may be hit by somebody who looks for something else. */
const hitsOfSweep = 2;

export class FalsePorts {
  readonly #onSweep: () => void;
  #calls = 0;
  #sockets = new Set<Socket>();
  #hits = 0;
  #sweeps = 0;
  #opening: Promise<void> | null = null;

  /** @param onSweep called when somebody is found to send to ports of no call */
  constructor(onSweep: () => void) {
    this.#onSweep = onSweep;
  }

  /** How often somebody was found. A call that began before the last time may have been hit, too. */
  get sweeps(): number {
    return this.#sweeps;
  }

  /**
   * For a call that begins. Resolves once they are open; they stay so until each call that held them has let them go,
   * or somebody is found: then the next call opens others, so that whoever sweeps costs no more than calls do.
   */
  hold(): Promise<void> {
    this.#calls += 1;
    this.#opening ??= this.#open();
    return this.#opening;
  }

  letGo(): void {
    this.#calls -= 1;
    if (this.#calls === 0) this.#close();
  }

  #close(): void {
    for (const socket of this.#sockets) socket.close();
    this.#sockets = new Set();
    this.#opening = null;
    this.#hits = 0;
  }

  async #open(): Promise<void> {
    const sockets = this.#sockets;
    for (let step = 0; step < mostSteps && sockets.size < openAtOnce; step += 1) {
      await Promise.all(Array.from({ length: perStep }, () => this.#openOne(sockets)));
      // All calls may have ended meanwhile, or somebody was found.
      if (this.#sockets !== sockets) return;
    }
  }

  async #openOne(sockets: Set<Socket>): Promise<void> {
    const { first, last } = soundPorts;
    const port = first + 2 * Math.floor(Math.random() * ((last - first) / 2 + 1));
    const socket = (await bind('udp6', port)) ?? (await bind('udp4', port));
    if (socket === null) return;
    // What comes costs a turn, so no more is taken than is needed.
    socket.once('message', () => this.#take(socket));
    if (this.#sockets === sockets) sockets.add(socket);
    else socket.close();
  }

  #take(socket: Socket): void {
    if (!this.#sockets.delete(socket)) return;
    socket.close();
    this.#hits += 1;
    if (this.#hits < hitsOfSweep) return;
    this.#close();
    this.#sweeps += 1;
    this.#onSweep();
  }
}

/**
 * Null: the port is in use, or no more files can be opened.
 * @param type `udp6` takes what comes over IPv4, too, where the machine has both
 */
function bind(type: 'udp4' | 'udp6', port: number): Promise<Socket | null> {
  const { promise, resolve } = Promise.withResolvers<Socket | null>();
  try {
    const socket = createSocket(type);
    // Stays: an error that nobody listens for ends the process.
    socket.on('error', () => resolve(null));
    socket.bind(port, () => resolve(socket));
  } catch {
    resolve(null);
  }
  return promise;
}
