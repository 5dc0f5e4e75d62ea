/**
 * What leaves this program goes through `src/outbound`, where answers are bounded in bytes and time and nothing is
 * unpacked. A call beside it is one far end that may fill the memory.
 */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';

const root = join(import.meta.dir, '..', 'src');

/** What opens a connection: the runtime's own means, and libraries that use them unasked. */
const means: readonly RegExp[] = [
  // Neither a method of that name nor a type.
  /(?<![.\w]|async |function )fetch\((?!\w+: )/,
  /(\?\?|[=:(,]|=>) ?fetch\b(?! ?[(:?])/,
  /\bglobalThis\.fetch\b|\bBun\.fetch\b/,
  /\bBun\.(connect|udpSocket|s3|redis|sql)\b|\bBun\.S3Client\b|\bnew (WebSocket|EventSource|S3Client|XMLHttpRequest)\b/,
  /from '(node:)?(http|https|http2|dgram|undici|node-fetch|axios|ws)'/,
  /import \{[^}]*\b(connect|createConnection|Socket)\b(?<!type Socket)[^}]*\} from '(node:)?(net|tls)'/,
  /(?:import|export) (?!type)[^;]*from '(mqtt|nodemailer|web-push|openid-client|acme-client|grammy|@line\/bot-sdk|@nats-io\/[\w-]+)'/,
  /\bimport\('(mqtt|nodemailer|web-push|openid-client|acme-client|grammy|@line\/bot-sdk|@nats-io\/[\w-]+)'\)/,
];

const calls = 'a library whose calls are made by ours';
const types = 'classes of errors and files, no calls';

/** Who else may, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'bot/line/line-bot.ts': 'checks a signature',
  'bot/telegram/create-bot.ts': calls,
  'bot/telegram/pin-keeper.ts': types,
  'bot/telegram/poll-updates.ts': types,
  'bot/telegram/telegram-chat.ts': types,
  'cli/doctor/check-broker.ts':
    'looks whether a port of the operator’s broker is open; reads nothing',
  'cli/doctor/check-ports.ts': 'looks whether a port of this machine is open; reads nothing',
  'cli/simulate/mqtt-link.ts': 'a simulated board that calls its own server',
  'cluster/nats.ts': 'the machines of one installation among each other',
  'cluster/servers-away.ts': 'looks whether servers of NATS greet; what they say is dropped',
  'http/engine/forward.ts':
    'passes a call on to the machine that leads, body and answer as they come, packed',
  'modules/oidc/client.ts': calls,
  'mqtt/external-broker.ts': 'its packets are bounded there',
  'modules/home/broker-session.ts': 'over a guarded connection whose packets are bounded',
  'notify/channels/call/sip/false-ports.ts':
    'hears who sends to ports of this machine; sends nothing',
  'notify/channels/email/mail-server.ts': 'its replies are bounded there',
  'notify/channels/line/line-api.ts': calls,
  'notify/channels/line/line-errors.ts': types,
  'notify/channels/line/line-http.ts': types,
  'notify/channels/line/line-kind.ts': types,
  'notify/channels/telegram/telegram-api.ts': calls,
  'notify/channels/telegram/telegram-channel.ts': types,
  'notify/channels/telegram/telegram-errors.ts': types,
  'notify/channels/webpush/webpush-channel.ts': 'makes the request, which ours sends',
  'server/order-certificate.ts': calls,
  'server/running-config.ts': 'a socket in the data directory of this machine',
};

const isCall = (code: string) => means.some((pattern) => pattern.test(code));

function readCode(path: string): string {
  const text = readFileSync(join(root, path), 'utf8');
  // Comments and words for people.
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');
}

const files = [...new Glob('**/*.ts').scanSync(root)].filter(
  (path) => !path.startsWith('outbound/') && !/\.test\.ts$|\/testing\//.test(path),
);

test('no file beside src/outbound makes calls, but those that are named here', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((path) => isCall(readCode(path))).sort()).toEqual(
    Object.keys(exceptions).sort(),
  );
});

test.each([
  'const answer = await fetch(url, { signal });',
  'return fetch(url);',
  'const call = options.fetch ?? fetch;',
  'new Client({ fetch: fetch })',
  'new Client({ send: fetch, other })',
  'globalThis.fetch(url)',
  'await Bun.connect({ hostname, port, socket })',
  "import { request } from 'node:https';",
  "import { get } from 'http';",
  "import { connect } from 'node:tls';",
  "import { isIP, connect as open, type Socket } from 'node:net';",
  "import { Socket } from 'node:net';",
  "import mqtt from 'mqtt';",
  "const { createTransport } = await import('nodemailer');",
  'const socket = new WebSocket(url);',
  'const bucket = new S3Client({ endpoint });',
])('%s is found', (code) => {
  expect(isCall(code)).toBe(true);
});

test.each([
  'await target.fetch(name, to);',
  'async fetch(name, to) {',
  'fetch(name: string, to: string): Promise<void>;',
  "import { isIP } from 'node:net';",
  "import type { Socket } from 'node:net';",
  "import type { MqttClient } from 'mqtt';",
  'fetch: fetchWithin(bounds)',
  'const { fetch: given } = options;',
  'const answer = await callOut(url);',
])('%s is none', (code) => {
  expect(isCall(code)).toBe(false);
});
