import type { LiveDevice } from '../actions/fleet/live-device.ts';
import type { Origin } from '../actions/fleet/note-origin.ts';
import { refusalReasons } from '../contract/fleet/refusals.ts';
import { AppError } from '../domain/errors.ts';
import type { RefusalCode } from '../domain/fleet/refusals.ts';
import { StoreUnavailable } from '../store/engine/open.ts';
import { takeConnect } from './connect.ts';
import type { Guest } from './guest-door.ts';
import { commandsTopic, topicPrefix } from './ingest.ts';
import { KeepaliveWatch } from './keepalive-watch.ts';
import { ackType, OrderedAcks, Outgoing, type PendingAck } from './outgoing.ts';
import {
  bodyOffset,
  incomplete,
  measurePacket,
  type ProtocolLevel,
  packetType,
  readUint16,
  reasonProperties,
  tooLarge,
  writePacket,
} from './packets.ts';
import { takePublish } from './publish-lane.ts';
import { disconnectCodes, isUnread, type SessionEnd } from './session-end.ts';
import type { SessionHost } from './session-host.ts';
import { takeSubscribe, takeUnsubscribe } from './subscribe.ts';
import type { Wire } from './wire.ts';

/** Packet types whose flags must be 2: PUBREL, SUBSCRIBE and UNSUBSCRIBE. */
const hasFlagTwo: ReadonlySet<number> = new Set([
  packetType.pubrel,
  packetType.subscribe,
  packetType.unsubscribe,
]);

/** Facts that help to find the mistake; see `Refused`. */
export interface RefusalDetails {
  readonly detail?: string;
  readonly message?: string;
  /** The device that the sender claims to be. */
  readonly claimed?: string | null;
}

/** The acknowledgement that a message asks for. */
export interface PublishAck {
  readonly packetId: number;
  readonly qos: 1 | 2;
}

/** Reason codes of MQTT 5 for a message that is not taken (tables 3-4 and 3-5). */
const declinedCodes: Partial<Record<RefusalCode, number>> = {
  // No subscribers, which is no mistake.
  elsewhere: 0x10,
  topic: 0x87,
  'payload-encoding': 0x99,
  'payload-json': 0x99,
  'payload-schema': 0x99,
};

const pingresp = Uint8Array.of(0xd0, 0);

/** Time in which several tokens gather, so that not every packet of a flood needs a timer, in ms. */
const gatherMs = 100;

/**
 * One connection, from its first byte to its end.
 *
 * `connect`: only one small CONNECT packet is accepted. `open`: all packets of a device are accepted.
 * `ended`: nothing is accepted.
 */
export class Session {
  readonly origin: Origin;
  /** QoS of commands to the device. Null: it does not listen to commands. */
  commandsQos: 0 | 1 | null = null;
  readonly #host: SessionHost;
  readonly #wire: Wire;
  readonly #outgoing: Outgoing;
  #phase: 'connect' | 'open' | 'ended' = 'connect';
  #level: ProtocolLevel = 4;
  #device: LiveDevice | null = null;
  /** Set when the client is no device, and another broker takes its packets. */
  #guest: Guest | null = null;
  #prefix = '';
  #lastPacketId = 0;
  readonly #startedMono: number;
  readonly #stopConnectTimer: () => void;
  #keepalive: KeepaliveWatch | null = null;
  /** Received bytes that were not handled yet: an unfinished packet, or packets that have to wait. */
  #held: Buffer | null = null;
  #isPaused = false;
  /** Set while the session waits for tokens. */
  #cancelTokenTimer: (() => void) | null = null;
  #inFlight = 0;
  #orderedAcks: OrderedAcks | null = null;
  #isAckingQueued = false;

  constructor(host: SessionHost, wire: Wire, origin: Origin) {
    this.#host = host;
    this.#wire = wire;
    this.origin = origin;
    this.#outgoing = new Outgoing(wire, host, this);
    this.#startedMono = host.time.clock().monoMs;
    const { connectMs } = host.limits;
    this.#stopConnectTimer = host.time.setTimer(connectMs, () => this.end('connect-timeout'));
  }

  get address(): string {
    return this.origin.address;
  }

  /** CONNECT was accepted, and the session goes on. */
  get isOpen(): boolean {
    return this.#phase === 'open';
  }

  /** Since the connection began. */
  get ageMs(): number {
    return this.#host.time.clock().monoMs - this.#startedMono;
  }

  /** Null until authenticated. */
  get device(): LiveDevice | null {
    return this.#device;
  }

  /** `faiwatch/v1/{device_id}/` once authenticated. */
  get prefix(): string {
    return this.#prefix;
  }

  get level(): ProtocolLevel {
    return this.#level;
  }

  /** Takes what the wire has read. Throws nothing, and keeps no part of the buffer. */
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

  /** Called when the wire takes bytes again. */
  drained(): void {
    this.#outgoing.drained();
    if (!this.#outgoing.isBackedUp) this.#guest?.drained();
  }

  /** Called when CONNECT had this device's credentials. */
  authenticated(device: LiveDevice): void {
    this.#device = device;
    this.#prefix = topicPrefix(device.deviceId);
  }

  /**
   * Called when CONNACK was sent.
   * @param isAgreed the device knows of this keepalive
   */
  opened(level: ProtocolLevel, keepaliveSeconds: number, isAgreed: boolean): void {
    if (this.#phase === 'ended') return;
    this.#phase = 'open';
    this.#level = level;
    this.#stopConnectTimer();
    this.#host.opened(this);
    const onSilence = () => this.end(isAgreed ? 'keepalive' : 'idle');
    this.#keepalive = new KeepaliveWatch(keepaliveSeconds, this.#host.time, onSilence);
  }

  /** Hands all packets to `guest`, which answers CONNECT, too. */
  openedTo(guest: Guest, level: ProtocolLevel, keepaliveSeconds: number): void {
    this.#guest = guest;
    this.opened(level, keepaliveSeconds, true);
  }

  /** Acknowledges a message, behind those that came before it. */
  ack(ack: PublishAck | null, declined: RefusalCode | null = null): void {
    if (ack === null) return;
    if (this.#orderedAcks === null) this.#writeAck(ack, declined);
    else this.#orderedAcks.add(() => this.#writeAck(ack, declined), true);
  }

  /** Acknowledges a message once its commit is done. A failed commit ends the session. */
  ackAfter(commit: Promise<unknown>, ack: PublishAck | null): void {
    this.#orderedAcks ??= new OrderedAcks();
    const write = ack === null ? null : () => this.#writeAck(ack, null);
    const pending = this.#orderedAcks.add(write, false);
    this.#inFlight++;
    this.#host.messageStarted();
    commit.then(
      () => this.#settle(pending),
      (error: unknown) => this.#failCommit(error),
    );
  }

  /** Sends a command. False: the device does not listen to commands. */
  sendCommand(command: object): boolean {
    const { commandsQos: qos } = this;
    if (this.#device === null || this.#phase !== 'open' || qos === null) return false;
    this.#lastPacketId = (this.#lastPacketId % 0xffff) + 1;
    const topic = commandsTopic(this.#device.deviceId);
    const message = { topic, payload: JSON.stringify(command), qos, retain: false, dup: false };
    const messageId = qos === 0 ? {} : { messageId: this.#lastPacketId };
    this.send(writePacket({ cmd: 'publish', ...message, ...messageId }, this.#level));
    return true;
  }

  /** @returns false: the peer has to read before it is sent more */
  send(bytes: Uint8Array): boolean {
    if (this.#phase !== 'ended') this.#outgoing.send(bytes);
    return !this.#outgoing.isBackedUp;
  }

  /** Notes a message, or a subscription, that is not taken, and goes on. */
  decline(code: RefusalCode, details: RefusalDetails, ack: PublishAck | null = null): void {
    this.#host.refused(this, code, details);
    this.ack(ack, code);
  }

  /** Ends a session that broke a rule. */
  refuse(code: RefusalCode, details: RefusalDetails = {}): void {
    if (this.#phase === 'ended') return;
    this.#host.refused(this, code, details);
    this.#sayGoodbye(disconnectCodes[code] ?? disconnectCodes.refused, refusalReasons[code]);
    this.end('refused');
  }

  /** Ends the session, whoever wants it. Later calls do nothing. */
  end(how: SessionEnd): void {
    if (this.#phase === 'ended') return;
    if (how !== 'refused') this.#sayGoodbye(disconnectCodes[how]);
    this.#phase = 'ended';
    this.#stopConnectTimer();
    this.#keepalive?.stop();
    this.#outgoing.stop();
    this.#cancelTokenTimer?.();
    this.#held = null;
    this.#orderedAcks = null;
    this.#guest?.closed();
    if (isUnread(how)) this.#wire.terminate();
    else if (how !== 'peer-closed') this.#wire.end();
    this.#host.ended(this, how);
  }

  /** Handles whole packets. @returns how many bytes were handled */
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
        const allowance = this.#guest?.allowance ?? this.#device?.allowance;
        const waitMs = allowance?.waitMs(nowMono) ?? 0;
        if (waitMs > 0) {
          this.#waitForTokens(waitMs);
          break;
        }
        // An array of events takes its other tokens once it was read.
        allowance?.take(nowMono);
        if (this.#keepalive !== null) this.#keepalive.heardMono = nowMono;
        this.#takePacket(bytes, at, at + size);
        at += size;
      }
    } finally {
      // Flushed whatever happened, as the next session uses the same batch.
      acks.flush(this);
    }
    return at;
  }

  #isReady(): boolean {
    return (
      this.#phase !== 'ended' &&
      this.#cancelTokenTimer === null &&
      this.#inFlight < this.#host.limits.inFlight
    );
  }

  #takePacket(bytes: Buffer, at: number, end: number): void {
    const first = bytes[at] ?? 0;
    const type = first >> 4;
    if (this.#guest !== null) {
      if (type === packetType.connect) this.refuse('second-connect');
      else this.#guest.push(Buffer.from(bytes.subarray(at, end)));
      return;
    }
    if (type === packetType.publish) {
      takePublish(this, this.#host, bytes, at, end);
      return;
    }
    // Other packet types have fixed flags (MQTT 3.1.1 section 2.2.2).
    if ((first & 0x0f) !== (hasFlagTwo.has(type) ? 2 : 0)) {
      this.refuse('malformed');
      return;
    }
    const body = bodyOffset(bytes, at);
    switch (type) {
      case packetType.connect:
        // MQTT-3.1.0-2
        if (this.#phase === 'connect') takeConnect(this, this.#host, bytes.subarray(at, end));
        else this.refuse('second-connect');
        return;
      case packetType.disconnect:
        if (this.#level !== 5 && end > body) this.refuse('malformed');
        else this.end(bytes[body] === 4 && end > body ? 'disconnect-with-will' : 'disconnect');
        return;
      case packetType.pingreq:
        this.send(pingresp);
        return;
      case packetType.puback:
        // A lost command is repeated after the next heartbeat, not by MQTT.
        if (end < body + 2) this.refuse('malformed');
        return;
      case packetType.pubrel:
        if (end < body + 2) this.refuse('malformed');
        else this.#host.acks.add(ackType.pubcomp, readUint16(bytes, body), this);
        return;
      case packetType.subscribe:
        takeSubscribe(this, bytes.subarray(at, end));
        return;
      case packetType.unsubscribe:
        takeUnsubscribe(this, bytes.subarray(at, end));
        return;
      default:
        this.refuse('packet-type');
    }
  }

  #writeAck({ packetId, qos }: PublishAck, declined: RefusalCode | null): void {
    const { acks } = this.#host;
    const reasonCode = declined === null ? undefined : declinedCodes[declined];
    if (declined === null || this.#level !== 5 || reasonCode === undefined) {
      acks.add(qos === 1 ? ackType.puback : ackType.pubrec, packetId, this);
      return;
    }
    acks.flush(this);
    const cmd = qos === 1 ? 'puback' : 'pubrec';
    const reason = reasonProperties(refusalReasons[declined]);
    this.send(writePacket({ cmd, messageId: packetId, reasonCode, ...reason }, this.#level));
  }

  /** Tells a client of MQTT 5 why the server ends the session. */
  #sayGoodbye(reasonCode: number | undefined, text?: string): void {
    if (this.#level !== 5 || this.#phase !== 'open' || reasonCode === undefined) return;
    const reason = text === undefined ? {} : reasonProperties(text);
    this.send(writePacket({ cmd: 'disconnect', reasonCode, ...reason }, this.#level));
  }

  /** Keeps bytes that were not handled, and stops reading while there is no room for more. */
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
      // Nothing that the device sends meanwhile is read, so its silence must not count.
      this.#keepalive?.pause();
      this.#wire.pause();
    } else {
      this.#keepalive?.resume();
      this.#wire.resume();
    }
  }

  /** Handles what was held back. */
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
    // All messages of one commit settle in this turn, and are acknowledged in one write.
    this.#isAckingQueued = true;
    queueMicrotask(() => this.#ackSettled());
  }

  #ackSettled(): void {
    this.#isAckingQueued = false;
    if (this.#orderedAcks === null) return;
    this.#orderedAcks.writeReady();
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
