import { expect, test } from 'bun:test';
import { askWellServer, makePatient } from '../../../tests/support/patient.ts';
import { checkBoards } from './check-boards.ts';

const look = async (boards: number, device_ids: readonly string[]) => {
  const due = { credentials_due: { boards, device_ids: [...device_ids] } };
  const server = await askWellServer(() => due);
  return checkBoards(makePatient({}, { isRunning: true, server }))
    .map(({ state, text }) => `${state}: ${text}`)
    .join('\n');
};

test('a server that does not run is not asked', () => {
  expect(checkBoards(makePatient())).toEqual([]);
});

test('boards that are refused until somebody enters their key are named', async () => {
  expect(await look(0, [])).toBe('ok: No board waits for its key to be entered.');
  expect(await look(1, ['fw-00000000000a'])).toMatch(/^warning: .*: fw-00000000000a\.$/);
  expect(await look(3, ['fw-00000000000a'])).toMatch(/: fw-00000000000a, 2 more\.$/);
});
