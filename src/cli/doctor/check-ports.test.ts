import { afterEach, expect, test } from 'bun:test';
import { makePatient } from '../../../tests/support/patient.ts';
import { checkPorts } from './check-ports.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Listens on a free port. */
function takePort(): number {
  const other = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  ends.push(() => other.stop(true));
  return other.port;
}
function findFree(): number {
  const other = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  other.stop(true);
  return other.port;
}
function serve(status: number): number {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response('', { status }),
  });
  ends.push(() => server.stop(true));
  return server.port ?? 0;
}

const env = (port: number, mqttPort: number | 'off' = 'off') => ({
  FAIWATCH_HOST: '127.0.0.1',
  FAIWATCH_PORT: String(port),
  FAIWATCH_MQTT_PORT: String(mqttPort),
});

test('before a start, free ports are fine and taken ones are named', async () => {
  const [free, taken] = [findFree(), takePort()];
  expect(await checkPorts(makePatient(env(free, taken)))).toMatchObject([
    { state: 'ok', text: `Port ${free} is free.` },
    {
      state: 'wrong',
      text: `Port ${taken} is in use by another program.`,
      mend: expect.stringContaining(`sport = :${taken}`),
    },
  ]);
});

test('ports of the kernel’s choice need no look', async () => {
  expect(await checkPorts(makePatient(env(0, 0)))).toEqual([]);
});

test('with a server, its ports have to answer', async () => {
  const running = { isRunning: true };
  expect(await checkPorts(makePatient(env(serve(200), takePort()), running))).toMatchObject([
    { state: 'ok', text: expect.stringContaining('served by FaiWatch, and ready') },
    { state: 'ok', text: expect.stringContaining('is served.') },
  ]);
  expect(await checkPorts(makePatient(env(serve(503)), running))).toMatchObject([
    { state: 'wrong', text: expect.stringContaining('not ready (503)') },
  ]);
  expect(await checkPorts(makePatient(env(findFree(), findFree()), running))).toMatchObject([
    { state: 'wrong', text: expect.stringContaining('does not answer on port') },
    { state: 'wrong', text: expect.stringContaining('nothing listens on port') },
  ]);
});
