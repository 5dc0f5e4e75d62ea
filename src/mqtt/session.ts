import type { Client, PublishPacket } from 'aedes';
import type { LiveDevice } from '../actions/fleet/live-device.ts';
import { AppError } from '../domain/errors.ts';
import { StoreUnavailable } from '../store/engine/open.ts';
import { incomplete, measurePacket, packetType, tooLarge } from './framing.ts';
import { KeepaliveWatch } from './keepalive-watch.ts';
import { OrderedAcks, type PendingAck } from './ordered-acks.ts';
import { Outgoing } from './outgoing.ts';
import { takePublish } from './publish-lane.ts';
import type { SessionEnd } from './session-end.ts';
import type { SessionHost } from './session-host.ts';
import { SessionStream } from './session-stream.ts';
import { commandsTopic, topicPrefix } from './topics.ts';
import type { Wire } from './wire.ts';

/** Several tokens gather, so that a flood does not cost a timer and a resume for each packet. */
const gatherMs = 100;

/**
 * One connection, from its first byte to its end.
 *
 * `connect`: nothing is accepted but one small CONNECT packet. `accept`: aedes judges it, with our
 * hooks, and answers. `open`: PUBLISH is taken here, the rest is aedes'. `ended`: nothing more.
 */
export class Session {
  readonly address: string;
  /** It came in the clear, and not from a private network. */
  readonly isPlainOutside: boolean;
  /** As CONNECT asks for. */
  keepaliveSeconds = 0;
  /** It has subscribed to its commands topic. */
  listensToCommands = false;
  readonly #host: SessionHost;
  readonly #wire: Wire;
  readonly #outgoing: Outgoing;
  #phase: 'connect' | 'accept' | 'open' | 'ended' = 'connect';
  #device: LiveDevice | null = null;
  #prefix = '';
  #stream: SessionStream | null = null;
  /** aedes' side of it. */
  #client: Client | null = null;
  readonly #stopConnectTimer: () => void;
  #keepalive: KeepaliveWatch | null = null;
  /** Received but not yet worked through: an unfinished packet, or what has to wait. */
  #held: Buffer | null = null;
  #isPaused = false;
  /** Set while it waits for tokens. */
  #cancelTokenTimer: (() => void) | null = null;
  #inFlight = 0;
  #orderedAcks: OrderedAcks | null = null;
  #isAckingQueued = false;

  constructor(
    host: SessionHost,
    wire: Wire,
    from: { readonly address: string; readonly isPlainOutside: boolean },
  ) {
    this.#host = host;
    this.#wire = wire;
    this.address = from.address;
    this.isPlainOutside = from.isPlainOutside;
    this.#outgoing = new Outgoing(wire, host, this);
    const { connectMs } = host.limits;
    this.#stopConnectTimer = host.time.setTimer(connectMs, () => this.end('connect-timeout'));
  }

  /** Null until authenticated. */
  get device(): LiveDevice | null {
    return this.#device;
  }

  /** `faiwatch/v1/{device_id}/` once authenticated. */
  get prefix(): string {
    return this.#prefix;
  }

  get isEnded(): boolean {
    return this.#phase === 'ended';
  }

  /** Takes what the wire has read. Throws nothing; keeps no part of the buffer. */
  receive(chunk: Buffer): void {
    if (this.#phase === 'ended') return;
    const bytes = this.#held === null ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = null;
    try {
      this.#hold(bytes, this.#take(bytes));
    } catch (error) {
      this.#host.log.error({ device: this.#device?.deviceId, err: error }, 'mqtt session failed');
      this.end('commit-failed');
    }
  }

  /** The wire takes bytes again. */
  drained(): void {
    this.#outgoing.drained();
  }

  /** CONNECT brought this device's credential. */
  authenticated(device: LiveDevice): void {
    this.#device = device;
    this.#prefix = topicPrefix(device.deviceId);
  }

  /** aedes has sent CONNACK: what waited behind CONNECT is taken now. */
  opened(client: Client): void {
    if (this.#phase !== 'accept') return;
    this.#phase = 'open';
    this.#client = client;
    this.#stopConnectTimer();
    const onSilence = () => this.end('keepalive');
    this.#keepalive = new KeepaliveWatch(this.keepaliveSeconds, this.#host.time, onSilence);
    this.#goOn();
  }

  /** Acknowledges a message that took effect, behind those that came before it. */
  ack(packetId: number): void {
    if (packetId === 0) return;
    if (this.#orderedAcks === null) this.#host.acks.add(packetId, this);
    else this.#orderedAcks.add(packetId, true);
  }

  /** Acknowledges a message once its commit is done; if that fails the session ends without. */
  ackAfter(commit: Promise<unknown>, packetId: number): void {
    this.#orderedAcks ??= new OrderedAcks();
    const pending = this.#orderedAcks.add(packetId, false);
    this.#inFlight++;
    this.#host.messageStarted();
    commit.then(
      () => this.#settle(pending),
      (error: unknown) => this.#failCommit(error),
    );
  }

  /** Sends a command at QoS 1; false when the device does not listen to any. */
  sendCommand(command: object): boolean {
    if (this.#client === null || this.#device === null || !this.listensToCommands) return false;
    const packet: PublishPacket = {
      cmd: 'publish',
      topic: commandsTopic(this.#device.deviceId),
      payload: JSON.stringify(command),
      qos: 1,
      retain: false,
      dup: false,
    };
    this.#client.publish(packet, () => {});
    return true;
  }

  send(bytes: Uint8Array): void {
    if (this.#phase !== 'ended') this.#outgoing.send(bytes);
  }

  /** Ends a session that broke a rule; `reason` is a fixed word for the log and the counters. */
  refuse(reason: string, details: object = {}): void {
    if (this.#phase === 'ended') return;
    this.#host.refused(this, reason, details);
    this.end('refused');
  }

  /** Ends the session, whoever wants it. Later calls do nothing. */
  end(how: SessionEnd): void {
    if (this.#phase === 'ended') return;
    this.#phase = 'ended';
    this.#stopConnectTimer();
    this.#keepalive?.stop();
    this.#outgoing.stop();
    this.#cancelTokenTimer?.();
    this.#held = null;
    this.#orderedAcks = null;
    this.#stream?.destroy();
    if (how === 'keepalive' || how === 'stalled') this.#wire.terminate();
    else if (how !== 'peer-closed') this.#wire.end();
    this.#host.ended(this, how);
  }

  /** aedes has closed its side: because the session ended, or because it did not like a packet. */
  engineClosed(error: Error | null): void {
    if (error?.message === 'drain timeout') this.end('stalled');
    else this.refuse('protocol');
  }

  /** Works through whole packets; gives how many bytes are done with. */
  #take(bytes: Buffer): number {
    const { limits, acks } = this.#host;
    const nowMono = this.#host.time.clock().monoMs;
    let at = 0;
    try {
      while (at < bytes.length && this.#isReady()) {
        const isFirst = this.#phase === 'connect';
        if (isFirst && (bytes[at] ?? 0) >> 4 !== packetType.connect) {
          this.refuse('no-connect');
          break;
        }
        const size = measurePacket(bytes, at, isFirst ? limits.connectBytes : limits.packetBytes);
        if (size === incomplete) break;
        if (size < 0) {
          this.refuse(size === tooLarge ? 'packet-too-large' : 'malformed');
          break;
        }
        const waitMs = this.#device?.allowance.waitMs(nowMono) ?? 0;
        if (waitMs > 0) {
          this.#waitForTokens(waitMs);
          break;
        }
        // An array of events takes the rest of what it costs once it was read.
        this.#device?.allowance.take(nowMono);
        if (this.#keepalive !== null) this.#keepalive.heardMono = nowMono;
        this.#takePacket(bytes, at, at + size);
        at += size;
      }
    } finally {
      // Whatever happened: the batch is the next session's, too.
      acks.flush(this);
    }
    return at;
  }

  #isReady(): boolean {
    return (
      (this.#phase === 'open' || this.#phase === 'connect') &&
      this.#cancelTokenTimer === null &&
      this.#inFlight < this.#host.limits.inFlight
    );
  }

  #takePacket(bytes: Buffer, at: number, end: number): void {
    const first = bytes[at] ?? 0;
    switch (first >> 4) {
      case packetType.publish:
        takePublish(this, this.#host, bytes, at, end);
        return;
      case packetType.disconnect:
        if (first === 0xe0 && end - at === 2) this.end('disconnect');
        else this.refuse('malformed');
        return;
      case packetType.connect:
        // MQTT-3.1.0-2
        if (this.#phase !== 'connect') {
          this.refuse('second-connect');
          return;
        }
        this.#phase = 'accept';
        this.#stream = new SessionStream(this);
        this.#host.startEngine(this.#stream);
        break;
      case packetType.puback:
      case packetType.subscribe:
      case packetType.unsubscribe:
      case packetType.pingreq:
        break;
      default:
        this.refuse('packet-type');
        return;
    }
    // A copy, or a few bytes would keep the whole chunk alive.
    this.#stream?.push(Buffer.from(bytes.subarray(at, end)));
  }

  /** Keeps what is not done with, and has the device wait while there is no room for more. */
  #hold(bytes: Buffer, used: number): void {
    if (this.#phase === 'ended') return;
    if (used < bytes.length) {
      if (bytes.length - used > this.#host.limits.heldBytes) {
        this.refuse('flood');
        return;
      }
      this.#held = Buffer.from(bytes.subarray(used));
    }
    const mustWait = this.#phase === 'open' && !this.#isReady();
    if (mustWait === this.#isPaused) return;
    this.#isPaused = mustWait;
    if (mustWait) {
      // What the device says meanwhile is not read: it must not count as silence.
      this.#keepalive?.pause();
      this.#wire.pause();
    } else {
      this.#keepalive?.resume();
      this.#wire.resume();
    }
  }

  /** Works through what was held back. */
  #goOn(): void {
    this.receive(Buffer.alloc(0));
  }

  #waitForTokens(waitMs: number): void {
    this.#host.counters.throttled++;
    this.#cancelTokenTimer = this.#host.time.setTimer(waitMs + gatherMs, () => {
      this.#cancelTokenTimer = null;
      this.#goOn();
    });
  }

  #settle(pending: PendingAck): void {
    this.#inFlight--;
    this.#host.messageDone();
    pending.isSettled = true;
    if (this.#isAckingQueued) return;
    // All messages of one commit settle in this turn: one write for all of them.
    this.#isAckingQueued = true;
    queueMicrotask(() => this.#ackSettled());
  }

  #ackSettled(): void {
    this.#isAckingQueued = false;
    if (this.#orderedAcks === null) return;
    for (const packetId of this.#orderedAcks.takeReady()) this.#host.acks.add(packetId, this);
    if (this.#orderedAcks.isEmpty) this.#orderedAcks = null;
    this.#host.acks.flush(this);
    if (this.#isPaused) this.#goOn();
  }

  #failCommit(error: unknown): void {
    this.#inFlight--;
    this.#host.messageDone();
    this.#host.counters.commitFailures++;
    const device = this.#device?.deviceId;
    const { log } = this.#host;
    if (error instanceof AppError) log.debug({ device, code: error.code }, 'mqtt message refused');
    else if (error instanceof StoreUnavailable) log.warn({ device }, 'mqtt message not stored');
    else log.error({ device, err: error }, 'mqtt message failed');
    this.end('commit-failed');
  }
}
