/** A domain of one's own: the executable gets a certificate from a real ACME authority, and serves it. */
import { expect, test } from 'bun:test';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { type Pebble, startPebble } from '../support/pebble.ts';
import { findLastingPort, type Home, installBinary, runProgram, type Server } from './harness.ts';
import { waitFor } from './wait-for.ts';

const name = 'power.example';

interface Ports {
  readonly https: number;
  readonly acme: number;
  readonly mqtts: number;
}

async function choosePorts(): Promise<Ports> {
  const [https, acme, mqtts] = [
    await findLastingPort(),
    await findLastingPort(),
    await findLastingPort(),
  ];
  return { https, acme, mqtts };
}

function serve(home: Home, ports: Ports, directory: string, caFile?: string): Promise<Server> {
  return home.serve({
    args: [
      ...['--domain', name, '--acme-directory', directory, '--acme-port', String(ports.acme)],
      ...['--https-port', String(ports.https), '--mqtts-port', String(ports.mqtts)],
    ],
    env: { ...(caFile !== undefined && { NODE_EXTRA_CA_CERTS: caFile }) },
  });
}

/** Makes a TLS handshake as a board or a browser does: with the name, and trusting only that root. */
function shakeHands(port: number, ca: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ host: '127.0.0.1', port, servername: name, ca }, () => {
    resolve(socket.getPeerCertificate().serialNumber);
    socket.destroy();
  });
  socket.on('error', reject);
  return promise;
}

/** curl as a stranger uses it, with the name leading to this machine. */
async function curl(port: number, path: string, ...args: string[]): Promise<string> {
  const resolve = ['--resolve', `${name}:${port}:127.0.0.1`];
  const { code, stdout, stderr } = await runProgram([
    ...['curl', '-sS', ...resolve, ...args, `https://${name}:${port}${path}`],
  ]);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

async function enrol(key: string, ask: (body: string) => Promise<string>): Promise<unknown> {
  const answer = await ask(
    JSON.stringify({
      device_id: `fw-${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`,
      activation_key: key,
      phone: `08${Math.floor(Math.random() * 1e8)
        .toString()
        .padStart(8, '0')}`,
      device_type: 's2-mini',
      firmware_version: '1.0.0',
    }),
  );
  return JSON.parse(answer).mqtt;
}

test('a certificate is had, served over HTTPS and MQTT, and kept over a restart', async () => {
  await using home = await installBinary();
  const ports = await choosePorts();
  const pebble: Pebble = await startPebble(ports.acme);
  home.defer(() => pebble.stop().catch(() => {}));
  const server = await serve(home, ports, pebble.directory, pebble.caFile);
  const root = await pebble.readRoot();
  const serial = await waitFor(
    'a certificate',
    () => shakeHands(ports.https, root).catch(() => null),
    30_000,
  );
  expect(await shakeHands(ports.mqtts, root)).toBe(serial ?? '');
  expect(statSync(join(home.data.dir, 'acme.json')).mode & 0o777).toBe(0o600);

  const rootFile = join(home.dir, 'root.pem');
  writeFileSync(rootFile, root);
  const overTls = (path: string, ...args: string[]) =>
    curl(ports.https, path, '--cacert', rootFile, ...args);
  expect(JSON.parse(await overTls('/readyz'))).toMatchObject({ ok: true });
  expect(await overTls('/', '-I')).toContain('Strict-Transport-Security');
  // Boards in use still connect over plain HTTP.
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

  const sent = await fetch(`http://127.0.0.1:${ports.acme}/admin?x=1`, { redirect: 'manual' });
  expect(sent.status).toBe(308);
  expect(sent.headers.get('location')).toBe(`https://${name}:${ports.https}/admin?x=1`);

  const [first = '', second = ''] = await home.createKeys(2);
  const enrolPath = '/api/device/v1/enrol';
  const json = 'Content-Type: application/json';
  expect(await enrol(first, (body) => overTls(enrolPath, '-H', json, '-d', body))).toEqual({
    ...{ port: ports.mqtts, tls: true, path: '/mqtt' },
  });
  const plainly = async (body: string) =>
    (await fetch(server.url + enrolPath, { method: 'POST', body })).text();
  expect(await enrol(second, plainly)).toEqual({ port: server.mqtt, tls: false, path: '/mqtt' });

  // The stored certificate is used again, without another order.
  await pebble.stop();
  expect(await server.stop()).toBe(0);
  await serve(home, ports, pebble.directory);
  expect(await shakeHands(ports.https, root)).toBe(serial ?? '');
  expect(await shakeHands(ports.mqtts, root)).toBe(serial ?? '');
}, 60_000);

test('without an authority it serves as before, tells why, and a restart does not ask more often', async () => {
  await using home = await installBinary();
  const ports = await choosePorts();
  const nowhere = `https://127.0.0.1:${await findLastingPort()}/dir`;
  for (const start of [1, 2]) {
    const server = await serve(home, ports, nowhere);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const logged = async () => (await server.readStderr()).split('no new certificate').length - 1;
    if (start === 1) await waitFor('a warning', async () => (await logged()) === 1, 10_000);
    else {
      await Bun.sleep(1_000);
      expect(await logged()).toBe(0);
    }
    await server.stop();
  }
}, 60_000);
