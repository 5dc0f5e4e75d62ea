import { expect, test } from 'bun:test';
import type { EntryHeader } from './entry.ts';
import { NodeState } from './node-state.ts';

function entry(kind: EntryHeader['kind'], node: string, at: number, epoch = 1): EntryHeader {
  return { kind, node, at, epoch, id: `${at}`, lineage: 'l', address: null };
}

const own = {
  log: { servers: [], name: 'c' },
  ...{ name: 'own', address: null, version: '1', extras: null, dataDir: '', databasePath: '' },
};

/** What is said of the last take-over after these entries. */
function tell(state: NodeState, ...entries: EntryHeader[]) {
  for (const one of entries) state.noteEntry(one);
  return state.status(own, null).lastTakeOver;
}

test('a take-over says who led before, and whether it handed over', () => {
  const state = new NodeState();
  expect(tell(state, entry('lead', 'home', 1_000))).toMatchObject({ from: null, isPlanned: null });
  expect(tell(state, entry('alive', 'home', 5_000), entry('lead', 'shop', 17_000, 2))).toEqual({
    ...{ node: 'shop', epoch: 2, at: 17_000, from: 'home' },
    ...{ isPlanned: false, silentMs: 12_000, hasLostQuorum: false },
  });
  // Whoever leads hears of its own entry once more.
  expect(tell(state, entry('lead', 'shop', 17_000, 2))?.from).toBe('home');
  const planned = tell(state, entry('step-down', 'shop', 20_000), entry('lead', 'home', 20_500, 3));
  expect(planned).toMatchObject({ from: 'shop', isPlanned: true, silentMs: 500 });
});

test('a node that has just begun knows who led from the entry with which its database ends', () => {
  const state = new NodeState();
  state.noteOldEntry(entry('pages', 'home', 1_000));
  // It says nothing of who leads now.
  expect(state.status(own, null).leader).toBe(null);
  expect(state.isVacant).toBe(false);
  const taken = tell(state, entry('lead', 'shop', 61_000, 2));
  expect(taken).toMatchObject({ from: 'home', isPlanned: false, silentMs: 60_000 });
});

test('a take-over after too few servers of NATS answered says so, and the next one does not', () => {
  const state = new NodeState();
  tell(state, entry('lead', 'home', 1_000));
  state.trouble = 'no-quorum';
  state.trouble = null;
  expect(tell(state, entry('lead', 'shop', 90_000, 2))?.hasLostQuorum).toBe(true);
  expect(tell(state, entry('lead', 'home', 99_000, 3))?.hasLostQuorum).toBe(false);
});

test('a node that most servers of NATS do not answer says so, whatever a single one still tells it', () => {
  const state = new NodeState();
  tell(state, entry('lead', 'home', 1_000));
  state.trouble = null;
  state.isCutOff = true;
  expect(state.status(own, null).trouble).toBe('no-quorum');
  state.isCutOff = false;
  expect(state.status(own, null).trouble).toBe(null);
  expect(tell(state, entry('lead', 'shop', 90_000, 2))?.hasLostQuorum).toBe(true);
});

test('what the leader before had under way does not end that, and what shows that it goes on does', () => {
  const state = new NodeState();
  tell(state, entry('lead', 'home', 1_000));
  state.trouble = 'no-quorum';
  const late = tell(state, entry('alive', 'home', 3_000), entry('lead', 'shop', 90_000, 2));
  expect(late?.hasLostQuorum).toBe(true);
  state.trouble = 'no-quorum';
  tell(state, entry('alive', 'shop', 92_000, 2), entry('alive', 'shop', 94_000, 2));
  expect(tell(state, entry('lead', 'home', 900_000, 3))?.hasLostQuorum).toBe(false);
});

test('a take-over that had to wait for servers of NATS is dated by what followed it', () => {
  const state = new NodeState();
  tell(state, entry('lead', 'home', 1_000), entry('alive', 'home', 3_000));
  const at = 7_300_000;
  expect(
    tell(state, entry('lead', 'shop', 13_000, 2), entry('alive', 'shop', at, 2)),
  ).toMatchObject({
    ...{ node: 'shop', from: 'home', at, silentMs: at - 3_000 },
  });
  // What goes on says nothing of it.
  expect(tell(state, entry('alive', 'shop', 2 * at, 2))?.at).toBe(at);
});
