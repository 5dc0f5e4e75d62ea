import { beforeEach, expect, test } from 'bun:test';
import { HttpWorld } from '../../../tests/support/http-world.ts';
import { testStart } from '../../../tests/support/monitor.ts';
import { writeAudit } from '../../store/people/audit.ts';

let world: HttpWorld;
let admin: string;

beforeEach(async () => {
  world = new HttpWorld();
  admin = await world.admin();
  const entries = [
    { actor: 'admin:nok', action: 'settings.save', subject: 'settings' },
    { actor: 'customer:17', action: 'device.rename', subject: 'device:fw-a1b2c3d4e5f6' },
    { actor: 'cli', action: 'key.revoke', subject: 'key:100%_X' },
  ];
  for (const [i, { actor, action, subject }] of entries.entries()) {
    writeAudit(
      world.monitor.store,
      {
        actor: { name: actor, address: i === 2 ? null : '203.0.113.7' },
        action,
        subject,
        ...(i === 1 && { before: { site_name: 'บ้าน' } }),
        ...(i < 2 && { after: { site_name: 'ร้าน' } }),
      },
      testStart + i * 1_000,
    );
  }
});

async function list(query = '') {
  const answer = await world.get(`/api/audit?${query}`, admin);
  expect(answer.status).toBe(200);
  return answer.body;
}

const actionsOf = (body: { data: { action: string }[] }) => body.data.map(({ action }) => action);

test('shows who changed what, newest first', async () => {
  expect(await list()).toEqual({
    ok: true,
    data: [
      {
        id: 3,
        at: new Date(testStart + 2_000).toISOString(),
        actor: 'cli',
        action: 'key.revoke',
        subject: 'key:100%_X',
        before: null,
        after: null,
        address: null,
      },
      {
        id: 2,
        at: new Date(testStart + 1_000).toISOString(),
        actor: 'customer:17',
        action: 'device.rename',
        subject: 'device:fw-a1b2c3d4e5f6',
        before: { site_name: 'บ้าน' },
        after: { site_name: 'ร้าน' },
        address: '203.0.113.7',
      },
      {
        id: 1,
        at: new Date(testStart).toISOString(),
        actor: 'admin:nok',
        action: 'settings.save',
        subject: 'settings',
        before: null,
        after: { site_name: 'ร้าน' },
        address: '203.0.113.7',
      },
    ],
    total: 3,
    page: 1,
    limit: 50,
  });
});

test('finds words in the actor, the action and the subject, wildcards being themselves', async () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['NOK', ['settings.save']],
    ['rename', ['device.rename']],
    ['c3d4', ['device.rename']],
    ['e', ['key.revoke', 'device.rename', 'settings.save']],
    ['100%', ['key.revoke']],
    ['_', ['key.revoke']],
    ['ร้าน', []],
    ['nobody', []],
  ];
  for (const [q, actions] of cases) {
    const body = await list(`q=${encodeURIComponent(q)}`);
    expect({ q, actions: actionsOf(body), total: body.total }).toEqual({
      q,
      actions: [...actions],
      total: actions.length,
    });
  }
});

test('shows a range of time, and pages', async () => {
  const at = (i: number) => new Date(testStart + i * 1_000).toISOString();
  expect(actionsOf(await list(`from=${at(1)}&to=${at(2)}`))).toEqual(['device.rename']);
  expect(actionsOf(await list(`from=${at(1)}&q=key`))).toEqual(['key.revoke']);
  expect(await list('page=2&limit=2')).toMatchObject({ data: [{ id: 1 }], total: 3, page: 2 });
  expect((await list('page=3&limit=2')).data).toEqual([]);
});
