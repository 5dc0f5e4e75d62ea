import type { LiveDevice } from '../actions/fleet/live-device.ts';
import { noteOrigin, type Origin } from '../actions/fleet/note-origin.ts';
import type { RefusalCode } from '../domain/fleet/refusals.ts';
import type { Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import { ConnectionCaps, SilentSessions } from './connection-caps.ts';
import { type BrokerCounters, countRefusal, makeBrokerCounters } from './counters.ts';
import type { GuestDoor } from './guest-door.ts';
import type { Ingest } from './ingest.ts';
import type { BrokerLimits } from './limits.ts';
import { AckBatch } from './outgoing.ts';
import { type RefusalDetails, Session } from './session.ts';
import { isSilentDeath, type SessionEnd } from './session-end.ts';
import type { SessionHost } from './session-host.ts';
import type { Acceptor, Wire } from './wire.ts';

interface SessionRegistryOptions {
  readonly ingest: Ingest;
  readonly log: Logger;
  readonly time: Time;
  readonly limits: BrokerLimits;
  readonly guests: readonly GuestDoor[];
  readonly available: () => boolean;
}

/**
 * All connections of the broker, and the current session of each device: the one that authenticated last.
 * Only the end of the current session can mean that the device is lost.
 */
export class SessionRegistry implements SessionHost, Acceptor {
  readonly ingest: Ingest;
  readonly log: Logger;
  readonly time: Time;
  readonly limits: BrokerLimits;
  readonly guests: readonly GuestDoor[];
  readonly available: () => boolean;
  readonly counters: BrokerCounters = makeBrokerCounters();
  readonly acks = new AckBatch();
  readonly #caps: ConnectionCaps;
  readonly #open = new Set<Session>();
  readonly #silent = new SilentSessions();
  readonly #current = new Map<string, Session>();
  #messagesInFlight = 0;
  #onIdle: () => void = () => {};
  #isStopping = false;

  constructor(options: SessionRegistryOptions) {
    this.ingest = options.ingest;
    this.log = options.log;
    this.time = options.time;
    this.limits = options.limits;
    this.guests = options.guests;
    this.available = options.available;
    this.#caps = new ConnectionCaps(options.limits);
  }

  /** Open connections, authenticated or not. */
  get connections(): number {
    return this.#caps.total;
  }

  /** Devices with a session. */
  get sessions(): number {
    return this.#current.size;
  }

  /** The current session of a device. */
  find(deviceId: string): Session | undefined {
    return this.#current.get(deviceId);
  }

  accept(wire: Wire, origin: Origin): Session | null {
    if (this.#isStopping || !this.#admit(origin.address)) {
      this.counters.connectionsRefused++;
      return null;
    }
    this.counters.connections++;
    const session = new Session(this, wire, origin);
    this.#open.add(session);
    this.#silent.add(session);
    return session;
  }

  /** Where there are too many connections, one that has said no CONNECT makes room: whoever only waits keeps no board out. */
  #admit(address: string): boolean {
    const room = this.#caps.roomFor(address);
    if (room !== 'free') {
      const oldest = this.#silent.oldest(room === 'household-full' ? address : null);
      if (oldest === undefined) return false;
      oldest.end('yielded');
      this.closed(oldest);
    }
    this.#caps.add(address);
    return true;
  }

  closed(session: Session): void {
    if (!this.#open.delete(session)) return;
    this.#caps.release(session.address);
    session.end('peer-closed');
  }

  authenticated(session: Session, device: LiveDevice): void {
    session.authenticated(device);
    const older = this.#current.get(device.deviceId);
    this.#current.set(device.deviceId, session);
    older?.end('taken-over');
    this.counters.sessionsOpened++;
    noteOrigin(device, session.origin);
    // Over HTTP it may come another way.
    device.arrivalDueMono = Number.NEGATIVE_INFINITY;
    this.ingest.sessionOpened(device);
  }

  opened(session: Session): void {
    this.#silent.delete(session);
  }

  refused({ address, device }: Session, code: RefusalCode, details: RefusalDetails): void {
    countRefusal(this.counters, code);
    const { detail = '', message = null, claimed = null } = details;
    this.ingest.refused(device ?? claimed, { code, address, detail, message });
    this.log.debug({ address, device: device?.deviceId, code }, 'mqtt refused');
  }

  ended(session: Session, how: SessionEnd): void {
    const { device, address } = session;
    this.#silent.delete(session);
    if (how === 'connect-timeout') this.refused(session, how, {});
    if (how === 'taken-over') this.counters.sessionsTakenOver++;
    if (device === null || this.#current.get(device.deviceId) !== session) return;
    this.#current.delete(device.deviceId);
    this.log.debug({ address, device: device.deviceId, how }, 'mqtt session ended');
    if (!isSilentDeath(how) || this.#isStopping) return;
    this.counters.sessionsLost++;
    try {
      this.ingest.sessionLost(device);
    } catch (error) {
      this.log.error({ device: device.deviceId, err: error }, 'mqtt session loss not recorded');
    }
  }

  messageStarted(): void {
    this.#messagesInFlight++;
  }

  messageDone(): void {
    this.#messagesInFlight--;
    if (this.#messagesInFlight === 0) this.#onIdle();
  }

  /** Accepts no more, waits a while until commits in flight are acknowledged, and ends every session. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#messagesInFlight > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onIdle = resolve;
      const cancel = this.time.setTimer(this.limits.stopMs, resolve);
      await promise;
      cancel();
      // The PUBACKs of the last commit are written in this turn's microtasks.
      await new Promise((done) => setImmediate(done));
    }
    for (const session of this.#open) session.end('stopping');
  }
}
