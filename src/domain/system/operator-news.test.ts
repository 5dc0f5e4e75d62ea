import { expect, test } from 'bun:test';
import { continueSpells, type LastNews, planNews, type Spells, steadyMs } from './operator-news.ts';
import type { SystemProblem } from './system-problems.ts';

/** As if these problems had been there, and no others, since the clocks stood at 0. */
const since0 = (...problems: SystemProblem[]) => continueSpells(new Map(), problems, 0);
const nothing = { say: [], drop: [] };
const at = (ms: number) => ({ wallMs: ms, monoMs: ms });
const later = at(9e9);

function last(problem: SystemProblem, fields: Partial<LastNews> = {}): LastNews {
  return { id: 1, problem, isOver: false, detail: null, status: 'sent', queuedAt: 0, ...fields };
}

test('a problem is news once it has lasted, the gravest first', () => {
  const spells = since0('disk_low', 'blind');
  expect(planNews(spells, [], at(steadyMs - 1))).toEqual(nothing);
  expect(planNews(spells, [], at(steadyMs)).say).toEqual([
    { problem: 'disk_low', isOver: false },
    { problem: 'blind', isOver: false },
  ]);
});

test('what was told, waits or is on its way is not told again', () => {
  for (const status of ['sent', 'sending', 'pending'] as const) {
    expect(planNews(since0('blind'), [last('blind', { status })], later)).toEqual(nothing);
  }
});

test('an address that refused is tried again after an hour', () => {
  const refused = last('blind', { status: 'failed', queuedAt: 5_000 });
  const spells = since0('blind');
  expect(planNews(spells, [refused], at(3_604_999))).toEqual(nothing);
  expect(planNews(spells, [refused], at(3_605_000)).say).toHaveLength(1);
});

test('a problem that comes and goes is never told', () => {
  let spells: Spells = new Map();
  for (let ms = 0; ms < 10 * steadyMs; ms += steadyMs / 2) {
    const isThere = (ms / (steadyMs / 2)) % 2 === 0;
    spells = continueSpells(spells, isThere ? ['broker_away'] : [], ms);
    expect(planNews(spells, [], at(ms))).toEqual(nothing);
  }
});

test('the end of what was told is told, also after a restart; of what was not, it is not', () => {
  const end = { say: [{ problem: 'blind', isOver: true }], drop: [] } as const;
  expect(planNews(since0(), [last('blind')], at(steadyMs))).toEqual(end);
  expect(planNews(since0(), [last('blind', { status: 'failed' })], later)).toEqual(nothing);
  expect(planNews(since0(), [last('blind', { isOver: true })], later)).toEqual(nothing);
  expect(planNews(since0(), [], later)).toEqual(nothing);
});

test('what waits and is no longer true is dropped', () => {
  const waits = last('blind', { id: 7, status: 'pending' });
  expect(planNews(since0(), [waits], later)).toEqual({ say: [], drop: [7] });
  const endWaits = last('blind', { id: 8, isOver: true, status: 'pending' });
  expect(planNews(since0('blind'), [endWaits], later)).toEqual({ say: [], drop: [8] });
});

test('each take-over is told at once, and has no end', () => {
  const take = (at: number) =>
    ({ problem: 'lead_moved', node: 'home', from: 'shop', isPlanned: false, at }) as const;
  const spells = since0('lead_moved');
  const first = { problem: 'lead_moved', isOver: false, detail: take(1) } as const;
  expect(planNews(spells, [], at(0), [take(1)]).say).toEqual([first]);
  const told = last('lead_moved', { detail: JSON.stringify(take(1)) });
  expect(planNews(spells, [told], later, [take(1)])).toEqual(nothing);
  // While the news of the first still waits, the second is told besides.
  for (const status of ['sent', 'pending'] as const) {
    const second = { say: [{ ...first, detail: take(2) }], drop: [] };
    expect(planNews(spells, [{ ...told, status }], later, [take(2)])).toEqual(second);
    expect(planNews(since0(), [{ ...told, status }], later)).toEqual(nothing);
  }
});

test('a machine that is behind is told at once, another one anew, and the end once it is steady', () => {
  const behind = (...nodes: string[]) => ({ problem: 'node_behind', nodes }) as const;
  const spells = since0('node_behind');
  expect(planNews(spells, [], at(0), [behind('a')]).say).toHaveLength(1);
  const told = last('node_behind', { detail: JSON.stringify(behind('a')) });
  expect(planNews(spells, [told], later, [behind('a')])).toEqual(nothing);
  expect(planNews(spells, [told], later, [behind('a', 'b')]).say).toHaveLength(1);
  expect(planNews(since0(), [told], at(steadyMs - 1))).toEqual(nothing);
  expect(planNews(since0(), [told], at(steadyMs)).say).toHaveLength(1);
});
