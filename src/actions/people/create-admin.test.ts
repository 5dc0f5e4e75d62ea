import { expect, test } from 'bun:test';
import { makeTestMonitor, testActor } from '../../../tests/support/monitor.ts';
import { listAdmins } from '../../store/people/admins.ts';
import { createAdmin } from './create-admin.ts';

test('the first operator is the owner, and a later one only when asked for', async () => {
  const monitor = makeTestMonitor();
  const create = (username: string, role?: 'owner' | 'viewer') =>
    createAdmin(
      monitor,
      { username, password: 'long enough to do', role },
      testActor,
      monitor.clock(),
    );
  expect(await create('first')).toBe('owner');
  expect(await create('second')).toBe('support');
  await create('third', 'owner');
  await create('fourth', 'viewer');
  const roles = listAdmins(monitor.store).map(({ username, role }) => `${username}: ${role}`);
  expect(roles.sort()).toEqual([
    'first: owner',
    'fourth: viewer',
    'second: support',
    'third: owner',
  ]);
});
