/** What somebody may write without waiting for answers, at every door, and how cheaply. */
import mqttPacket from 'mqtt-packet';
import type { Burst } from './burst.ts';

/** Where the doors are, and the credentials of a board that is stolen. */
export interface Doors {
  readonly http: number;
  readonly mqtt: number;
  readonly stolen: { readonly deviceId: string; readonly token: string };
}

export interface NamedBurst {
  readonly name: string;
  readonly burst: Burst;
}

const connections = 64;

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;

const post = (path: string, body: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

const upgrade = get(
  '/mqtt',
  [
    ...['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'],
    ...['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Protocol: mqtt', ''],
  ].join('\r\n'),
);

/** A client's frame, masked with zeros. */
const frame = (opcode: number, isLast = true) =>
  String.fromCharCode((isLast ? 0x80 : 0) | opcode, 0x80, 0, 0, 0, 0);

/** 30,000 pieces of one byte. */
const inPieces = (path: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(30_000)}0\r\n\r\n`;

export function listBursts({ http, mqtt, stolen }: Doors): readonly NamedBurst[] {
  const over = (port: number, name: string, piece: string, opening = ''): NamedBurst => ({
    name,
    burst: { port, connections, opening, piece },
  });
  const beat = (token: string) =>
    post(
      '/api/device/v1/heartbeat',
      '{"boot_id":"be0a7000","seq":1,"uptime_ms":60,"power":"UP"}',
      `Authorization: Bearer ${token}\r\n`,
    );
  const connect = mqttPacket
    .generate({
      cmd: 'connect',
      clientId: stolen.deviceId,
      username: stolen.deviceId,
      password: Buffer.from(stolen.token),
      clean: true,
      keepalive: 60,
    })
    .toString('latin1');
  return [
    over(http, 'unknown pages', get('/x')),
    over(http, 'pages', get('/', 'Accept: text/html\r\n')),
    over(http, '/healthz', get('/healthz')),
    over(http, 'calls without a session', get('/api/customers')),
    over(http, 'methods of a call', get('/api/customers').replace('GET', 'OPTIONS')),
    over(http, 'enrolments', post('/api/device/v1/enroll', '{}')),
    over(http, 'heartbeats of nobody', beat('fwd_nobody')),
    over(http, 'heartbeats of one board', beat(stolen.token)),
    over(http, 'bodies in pieces of a byte', inPieces('/api/auth/login')),
    over(
      http,
      'bodies in pieces of a byte of one board',
      inPieces('/api/device/v1/heartbeat', `Authorization: Bearer ${stolen.token}\r\n`),
    ),
    over(http, 'MQTT without an upgrade', get('/mqtt')),
    over(http, 'WebSocket pings', frame(9), upgrade),
    over(http, 'empty WebSocket messages', frame(2), upgrade),
    over(http, 'fragments of a WebSocket message', frame(2, false) + frame(0), upgrade),
    over(mqtt, 'MQTT without a CONNECT', '\xc0\x00'),
    over(mqtt, 'MQTT pings of one board', '\xc0\x00', connect),
  ];
}
