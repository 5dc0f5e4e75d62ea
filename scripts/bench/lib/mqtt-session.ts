/** One raw MQTT connection of a load generator. */
import type { Socket } from 'bun';
import type { Credential } from './credentials.ts';
import type { HeartbeatRing } from './heartbeat-ring.ts';
import { AnswerParser } from './mqtt-answers.ts';
import { encodeConnect } from './mqtt-packets.ts';

export const keepAliveSeconds = 60;

export class MqttSession {
  readonly parser = new AnswerParser();
  readonly deviceId: string;
  socket: Socket<MqttSession> | undefined;
  /** What it publishes, where it is to. */
  ring: HeartbeatRing | undefined;
  isOpen = false;
  isLost = false;
  private readonly connectPacket: Uint8Array;
  private unwritten: Uint8Array | undefined;

  constructor({ device_id: id, device_token: token }: Credential) {
    this.deviceId = id;
    this.connectPacket = encodeConnect({
      clientId: id,
      keepAliveSeconds,
      ...(token !== '' && { username: id, password: token }),
    });
  }

  sendConnect(): void {
    this.write(this.connectPacket);
  }

  /** Publishes so many heartbeats. */
  beat(count: number): void {
    this.ring?.send(count, this);
  }

  /** Writes now, or keeps a copy of what the socket does not take until it drains. */
  write(bytes: Uint8Array): void {
    if (this.unwritten) {
      this.unwritten = Buffer.concat([this.unwritten, bytes]);
      return;
    }
    const written = Math.max(0, this.socket?.write(bytes) ?? 0);
    if (written < bytes.length) this.unwritten = bytes.slice(written);
  }

  drain(): void {
    const rest = this.unwritten;
    this.unwritten = undefined;
    if (rest) this.write(rest);
  }
}
