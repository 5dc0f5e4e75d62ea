import { expect, test } from 'bun:test';
import { askWellServer, makePatient } from '../../../tests/support/patient.ts';
import type { RefusalAnswer } from '../../contract/fleet/refusals.ts';
import { checkRefusals } from './check-refusals.ts';

const refusal: RefusalAnswer = {
  code: 'payload-schema',
  since: '2026-11-21T07:02:00.000Z',
  last: '2026-11-21T08:00:00.000Z',
  count: 312,
  address: '192.0.2.7',
  detail: 'heartbeat: power',
  last_message: '{"power":"on"}',
};

test('a server that does not run is not asked', () => {
  expect(checkRefusals(makePatient())).toEqual([]);
});

test('a refused sender is named, with the first time, the number and the last message', async () => {
  const look = async (refusals: Parameters<typeof answer>[0]) =>
    checkRefusals(makePatient({}, { isRunning: true, server: await answer(refusals) }));
  const answer = (refusals: {
    boards: (RefusalAnswer & { device_id: string })[];
    strangers: RefusalAnswer[];
  }) => askWellServer(() => ({ refusals }));
  expect(await look({ boards: [], strangers: [] })).toMatchObject([{ state: 'ok' }]);
  const found = await look({
    boards: [{ ...refusal, device_id: 'fw-00000000000a' }],
    strangers: [{ ...refusal, code: 'user-name', detail: 'admin', last_message: null }],
  });
  expect(found.map(({ state }) => state)).toEqual(['warning', 'warning']);
  expect(found[0]?.text).toBe(
    'fw-00000000000a is refused since 2026-11-21 14:02, 312 times, last 2026-11-21 15:00 from 192.0.2.7: payload-schema. The message is not what belongs on its topic. heartbeat: power last message: {"power":"on"}',
  );
  expect(found[1]?.text).toStartWith('a stranger at 192.0.2.7 is refused since');
});
