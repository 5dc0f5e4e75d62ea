import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes';
import type { LiveDevice } from '../actions/fleet/live-device.ts';
import { AppError } from '../domain/errors.ts';
import { type ConnackCode, connackCode, judgeConnect } from './connect-rules.ts';
import { noPersistence } from './no-persistence.ts';
import type { Session } from './session.ts';
import type { SessionHost } from './session-host.ts';
import { SessionStream } from './session-stream.ts';
import { commandsTopic } from './topics.ts';

/** What the engine needs besides the sessions' own host. */
export interface EngineHost extends SessionHost {
  /** The session has proved to be this device's; an older one gives way. */
  authenticated(session: Session, device: LiveDevice): void;
}

/**
 * aedes as the engine of CONNECT, SUBSCRIBE, PINGREQ and of what is sent to devices. It routes nothing:
 * what devices publish ends in the publish lane, commands go to one session each, and nobody reads
 * `$SYS`. So the tables of topics and subscriptions, most of a broker's memory, stay empty.
 */
export class DeviceEngine extends Aedes {
  constructor(host: EngineHost) {
    super({
      persistence: noPersistence,
      // Ours are shorter and count from the connection's start; these are a second net.
      connectTimeout: host.limits.connectMs,
      drainTimeout: host.limits.stallMs,
      preConnect: (client, packet, done) => {
        const session = sessionOf(client);
        const refusal = judgeConnect(packet, host.limits.keepaliveSeconds);
        if (refusal !== null) {
          refuseConnect(session, refusal.code, refusal.reason);
          done(new Error(refusal.reason), false);
          return;
        }
        // From here on silence is watched by the session and answered by `sessionLost`: aedes needs
        // neither a timer nor the Will for it.
        delete packet.will;
        session.keepaliveSeconds = packet.keepalive ?? 0;
        packet.keepalive = 0;
        done(null, true);
      },
      authenticate: (client, deviceId, password, done) => {
        const session = sessionOf(client);
        if (session.isEnded || deviceId === undefined || password === undefined) {
          done(null, false);
          return;
        }
        try {
          const device = host.ingest.authenticate(deviceId, password.toString('latin1'));
          host.authenticated(session, device);
          done(null, true);
        } catch (error) {
          const code = connackCodeOf(error);
          if (code === connackCode.serverUnavailable) {
            host.log.error({ device: deviceId, err: error }, 'mqtt authentication failed');
          }
          refuseConnect(session, code, refusalReasons[code]);
          done(makeAuthenticateError(code), false);
        }
      },
      // Nothing comes here: PUBLISH is taken before aedes, and Wills are taken out of CONNECT.
      authorizePublish: (_client, _packet, done) => done(new Error('not routed')),
      authorizeSubscribe: (client, subscription, done) => {
        const session = sessionOf(client);
        const { device } = session;
        if (device === null || subscription.topic !== commandsTopic(device.deviceId)) {
          session.refuse('subscription');
          done(new Error('subscription'));
          return;
        }
        session.listensToCommands = true;
        done(null, subscription);
      },
    });
    this.on('clientReady', (client) => sessionOf(client).opened(client));
    this.on('unsubscribe', (_topics, client) => {
      sessionOf(client).listensToCommands = false;
    });
    // Not among aedes' declared events, but emitted; without a listener it would end the process.
    EventEmitter.prototype.on.call(this, 'error', (error: unknown) => {
      host.log.error({ err: error }, 'mqtt engine failed');
    });
  }

  /** Begins with a connection whose CONNECT packet is about to be pushed. */
  take(stream: SessionStream): void {
    // The stream has what aedes uses of a Duplex, which the tests over real sockets show.
    this.handle(stream as unknown as Duplex);
  }

  /** Nothing is routed (see above): only `$SYS` messages come here. */
  override publish(_packet: PublishPacket, ...rest: unknown[]): void {
    callLast(rest);
  }

  override subscribe(_topic: string, ...rest: unknown[]): void {
    callLast(rest);
  }

  override unsubscribe(_topic: string, ...rest: unknown[]): void {
    callLast(rest);
  }
}

function callLast(args: readonly unknown[]): void {
  const last = args.at(-1);
  if (typeof last === 'function') last();
}

function sessionOf(client: Client): Session {
  const conn: unknown = client.conn;
  if (conn instanceof SessionStream) return conn.session;
  throw new Error('Every connection of the engine is a SessionStream');
}

/** Says why in a CONNACK (MQTT 3.1.1 section 3.2), then closes. */
function refuseConnect(session: Session, code: ConnackCode, reason: string): void {
  session.send(Uint8Array.of(0x20, 2, 0, code));
  session.refuse(reason);
}

const refusalReasons: Record<ReturnType<typeof connackCodeOf>, string> = {
  [connackCode.serverUnavailable]: 'failure',
  [connackCode.badCredentials]: 'token',
  [connackCode.notAuthorised]: 'revoked',
};

/** A wrong token and a device that does not exist look the same; that a key is revoked is no secret to it. */
function connackCodeOf(error: unknown): 3 | 4 | 5 {
  if (!(error instanceof AppError)) return connackCode.serverUnavailable;
  return error.code === 'DEVICE_REVOKED' ? connackCode.notAuthorised : connackCode.badCredentials;
}

function makeAuthenticateError(returnCode: ConnackCode): AuthenticateError {
  return Object.assign(new Error('refused'), { returnCode });
}
