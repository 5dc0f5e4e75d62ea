import { expect, test } from 'bun:test';
import type { PortalDevice } from '../../../../src/contract/devices/portal.ts';
import { lossOf } from '../../../../src/domain/fleet/loss.ts';
import { causes } from '../../../../src/domain/states.ts';
import {
  countListed,
  describeSite,
  isAlerting,
  listToAnswer,
  sortByUrgency,
} from './site-state.ts';

const at = (minute: number) => `2026-11-21T05:${String(minute).padStart(2, '0')}:00.000Z`;

function facts(changes: Partial<PortalDevice> = {}) {
  return {
    status: 'online',
    power_status: 'UP',
    power_since: at(1),
    last_heartbeat: at(9),
    outage: null,
    alerts: 'on',
    ...changes,
  } as const;
}

function outage(changes: Partial<NonNullable<PortalDevice['outage']>> = {}) {
  return {
    id: 7,
    cause: 'mains',
    down_at: at(5),
    recover_at: null,
    acknowledged_at: null,
    acknowledged_by: null,
    ...changes,
  } as const;
}

test('a board that reports power is up since then', () => {
  expect(describeSite(facts())).toEqual({ power: 'up', since: at(1), confirming: null });
});

test('an open outage shows what is known, and silence is not called a power failure', () => {
  const down = facts({ power_status: 'DOWN', power_since: at(5), outage: outage() });
  expect(describeSite(down)).toEqual({ power: 'mains_lost', since: at(5), confirming: null });
  const silent = facts({
    status: 'offline',
    power_status: null,
    power_since: null,
    outage: outage({ cause: 'silent' }),
  });
  expect(describeSite(silent)).toEqual({ power: 'contact_lost', since: at(5), confirming: null });
});

test('power and contact are lost where the console, its counts and the map say so', () => {
  for (const status of ['online', 'offline', 'unknown'] as const) {
    for (const power of ['UP', 'DOWN', null] as const) {
      for (const cause of [null, ...causes]) {
        const loss = lossOf({ link: status, power: power ?? 'unknown', cause });
        const site = describeSite(
          facts({ status, power_status: power, outage: cause && outage({ cause }) }),
        );
        const isLost = site.power === 'mains_lost' || site.power === 'contact_lost';
        expect(isLost ? site.power : null).toBe(loss);
      }
    }
  }
});

test('a return waits for its confirmation, and contact is not called power', () => {
  const back = facts({ outage: outage({ recover_at: at(8) }) });
  expect(describeSite(back)).toEqual({ power: 'up', since: at(8), confirming: 'power' });
  const heard = facts({
    power_status: null,
    power_since: null,
    outage: outage({ cause: 'network', recover_at: at(8) }),
  });
  expect(describeSite(heard)).toEqual({
    power: 'power_unknown',
    since: at(8),
    confirming: 'contact',
  });
});

test('without an outage the last word of the device counts', () => {
  const none = { power_status: null, power_since: null };
  expect(describeSite(facts({ ...none, status: 'unknown', last_heartbeat: null }))).toEqual({
    power: 'unknown',
    since: null,
    confirming: null,
  });
  expect(describeSite(facts({ ...none, status: 'offline' }))).toEqual({
    power: 'contact_lost',
    since: at(9),
    confirming: null,
  });
  expect(describeSite(facts(none)).power).toBe('power_unknown');
  expect(describeSite(facts({ power_status: 'DOWN', power_since: null })).power).toBe('mains_lost');
});

test('sites without power come first, and the rest keep their order', () => {
  const sites = [
    { name: 'a', ...facts() },
    { name: 'b', ...facts({ status: 'offline', power_status: null }) },
    { name: 'c', ...facts() },
    { name: 'd', ...facts({ power_status: 'DOWN' }) },
  ];
  expect(sortByUrgency(sites).map(({ name }) => name)).toEqual(['d', 'b', 'a', 'c']);
});

test('what somebody has acknowledged comes after what nobody has, and before what is well', () => {
  const seen = outage({ acknowledged_at: at(6) });
  const sites = [
    { name: 'well', ...facts() },
    { name: 'seen', ...facts({ power_status: 'DOWN', outage: seen }) },
    { name: 'never heard', ...facts({ status: 'unknown', power_status: null }) },
    { name: 'unseen', ...facts({ power_status: 'DOWN', outage: outage() }) },
  ];
  expect(sortByUrgency(sites).map(({ name }) => name)).toEqual([
    'unseen',
    'never heard',
    'seen',
    'well',
  ]);
});

test('a device alerts unless switched off or muted', () => {
  expect(isAlerting({ alert_enabled: 1, muted_until: null })).toBe(true);
  expect(isAlerting({ alert_enabled: 1, muted_until: at(5) })).toBe(false);
  expect(isAlerting({ alert_enabled: 0, muted_until: null })).toBe(false);
});

test('a board with revoked keys is shown as revoked, not as never heard', () => {
  const unheard = { status: 'unknown', power_status: null, power_since: null } as const;
  expect(describeSite(facts(unheard)).power).toBe('unknown');
  expect(describeSite(facts({ ...unheard, alerts: 'key_inactive' })).power).toBe('revoked');
});

test('one press answers what nobody has acknowledged; of none, all that goes on', () => {
  const seen = facts({ outage: outage({ acknowledged_at: at(6) }) });
  const unseen = facts({ outage: outage() });
  const over = facts({ outage: outage({ recover_at: at(8) }) });
  expect(listToAnswer([seen, unseen, over, facts()])).toEqual([unseen]);
  expect(listToAnswer([seen, over, facts()])).toEqual([seen]);
  expect(listToAnswer([over, facts()])).toEqual([]);
});

test('the dashboard lists all of twelve sites; of more, those in trouble and a few others, 25 at most', () => {
  const sites = (count: number, lost: number) =>
    Array.from({ length: count }, (_, index) =>
      facts(index < lost ? { power_status: 'DOWN', outage: outage() } : {}),
    ) as unknown as PortalDevice[];
  expect(countListed(sites(12, 0))).toBe(12);
  expect(countListed(sites(13, 0))).toBe(10);
  expect(countListed(sites(200, 3))).toBe(10);
  expect(countListed(sites(200, 17))).toBe(17);
  expect(countListed(sites(200, 40))).toBe(25);
});
