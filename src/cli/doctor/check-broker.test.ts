import { expect, test } from 'bun:test';
import { askWellServer, makePatient } from '../../../tests/support/patient.ts';
import { checkBroker } from './check-broker.ts';

test('a running server says whether devices are heard', async () => {
  const well = await askWellServer();
  expect(await checkBroker(makePatient({}, { isRunning: true, server: well }))).toMatchObject([
    { state: 'ok', text: 'Devices are heard over MQTT; 2 devices are connected.' },
  ]);
  const away = await askWellServer(({ broker }) => ({
    broker: { ...broker, is_listening: false, detail: 'ECONNREFUSED' },
  }));
  expect(await checkBroker(makePatient({}, { isRunning: true, server: away }))).toMatchObject([
    { state: 'wrong', text: expect.stringContaining('ECONNREFUSED') },
  ]);
});

test('without a server, an external broker is called', async () => {
  const broker = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  const env = { FAIWATCH_MQTT_URL: `mqtt://user:secret@127.0.0.1:${broker.port}` };
  expect(await checkBroker(makePatient(env))).toMatchObject([{ state: 'ok' }]);
  broker.stop(true);
  const findings = await checkBroker(makePatient(env));
  expect(findings).toMatchObject([
    { state: 'wrong', text: expect.stringContaining('cannot be reached') },
  ]);
  expect(JSON.stringify(findings)).not.toContain('secret');
});

test('our own broker needs no look before a start, unless it is off', async () => {
  expect(await checkBroker(makePatient())).toEqual([]);
  expect(await checkBroker(makePatient({ FAIWATCH_MQTT_PORT: 'off' }))).toMatchObject([
    { state: 'warning' },
  ]);
});
