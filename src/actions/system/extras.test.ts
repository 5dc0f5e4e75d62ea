import { beforeEach, describe, expect, test } from 'bun:test';
import { makeTestMonitor, type TestMonitor, testActor } from '../../../tests/support/monitor.ts';
import { readMeta, writeMeta } from '../../store/engine/meta.ts';
import { auditLog } from '../../store/people/tables.ts';
import {
  type Extra,
  neededBy,
  readExtras,
  resolveExtras,
  saveExtras,
  settleExtras,
} from './extras.ts';

const extra = (name: string, needs: string[] = [], isUsed = false): Extra => ({
  name,
  needs,
  isInUse: () => isUsed,
});
const extras = [extra('paper'), extra('status', ['areas']), extra('areas', [], true), extra('map')];

const none: ReadonlySet<string> = new Set();

let monitor: TestMonitor;

beforeEach(() => {
  monitor = makeTestMonitor();
});

const save = (names: readonly string[]) =>
  saveExtras(monitor.store, names, extras, none, testActor, monitor.clock());

describe('a choice', () => {
  test('comes in the order of the list, with what it needs', () => {
    expect(resolveExtras(['map', 'status'], extras)).toEqual(['status', 'areas', 'map']);
    expect(resolveExtras('all', extras)).toEqual(['paper', 'status', 'areas', 'map']);
    expect(resolveExtras([], extras)).toEqual([]);
  });

  test('of a module that is not there is refused with the names of those that are', () => {
    expect(() => resolveExtras(['maps'], extras)).toThrow(
      'extras: no module is called "maps"; there are paper, status, areas, map',
    );
  });

  test('tells which modules need another', () => {
    expect(neededBy('areas', ['status', 'areas'], extras)).toEqual(['status']);
    expect(neededBy('areas', ['areas'], extras)).toEqual([]);
  });
});

test('a new installation has none', () => {
  expect(readExtras(monitor.store, extras, none)).toEqual([]);
  settleExtras(monitor.store, extras, none);
  expect(readExtras(monitor.store, extras, none)).toEqual([]);
});

test('a module that came after the installation goes on where it is used, and only then', () => {
  const first = [extra('paper', [], true)];
  settleExtras(monitor.store, first, none);
  expect(readExtras(monitor.store, first, none)).toEqual([]);
  expect(readExtras(monitor.store, extras, none)).toEqual(['areas']);
  settleExtras(monitor.store, extras, none);
  expect(readMeta(monitor.store, 'extras')).toBe('areas');
  save(['map']);
  settleExtras(monitor.store, extras, none);
  expect(readExtras(monitor.store, extras, none)).toEqual(['map']);
});

test('a module is on where the configuration sets it up, in a new installation as well', () => {
  const setUp = [...extras, { ...extra('oidc', ['map']), setUpBy: 'oidc_issuer' }];
  const named = new Set(['oidc_issuer']);
  expect(readExtras(monitor.store, setUp, none)).toEqual([]);
  expect(readExtras(monitor.store, setUp, named)).toEqual(['map', 'oidc']);
  const saved = saveExtras(monitor.store, ['paper'], setUp, named, testActor, monitor.clock());
  expect(saved).toEqual(['paper', 'map', 'oidc']);
});

test('an installation from before keeps what it uses, and what it chooses afterwards', () => {
  writeMeta(monitor.store, 'extras_due', 'yes');
  expect(readExtras(monitor.store, extras, none)).toEqual(['areas']);
  settleExtras(monitor.store, extras, none);
  expect(readMeta(monitor.store, 'extras')).toBe('areas');
  expect(readMeta(monitor.store, 'extras_due')).toBeUndefined();
  save([]);
  settleExtras(monitor.store, extras, none);
  expect(readExtras(monitor.store, extras, none)).toEqual([]);
});

test('an installation from before keeps what its configuration names', () => {
  writeMeta(monitor.store, 'extras_due', 'yes');
  const set = {
    ...extra('oidc'),
    isInUse: (_: unknown, named: ReadonlySet<string>) => named.has('oidc_issuer'),
  };
  expect(readExtras(monitor.store, [set], new Set(['port']))).toEqual([]);
  settleExtras(monitor.store, [set], new Set(['oidc_issuer']));
  expect(readMeta(monitor.store, 'extras')).toBe('oidc');
});

test('a change is saved with what it needs, and written into the audit log once', () => {
  expect(save(['status'])).toEqual(['status', 'areas']);
  save(['areas', 'status']);
  expect(readExtras(monitor.store, extras, none)).toEqual(['status', 'areas']);
  const entries = monitor.store.db.select().from(auditLog).all();
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ action: 'settings.extras', subject: 'settings' });
});

test('a wrong choice changes nothing', () => {
  save(['paper']);
  expect(() => save(['map', 'nothing'])).toThrow('no module is called "nothing"');
  expect(readExtras(monitor.store, extras, none)).toEqual(['paper']);
});

test('a module that this release does not have is left out, and is on again with one that has it', () => {
  save(['paper', 'map']);
  const fewer = [extra('map'), extra('areas')];
  expect(readExtras(monitor.store, fewer, none)).toEqual(['map']);
  saveExtras(monitor.store, ['areas'], fewer, none, testActor, monitor.clock());
  expect(readExtras(monitor.store, fewer, none)).toEqual(['areas']);
  expect(readExtras(monitor.store, extras, none)).toEqual(['paper', 'areas']);
});
