import { expect, test } from 'bun:test';
import { continueSpells, type LastNews, planNews, type Spells, steadyMs } from './operator-news.ts';
import type { SystemProblem } from './system-problems.ts';

/** As if these problems had been there, and no others, since the clocks stood at 0. */
const since0 = (...problems: SystemProblem[]) => continueSpells(new Map(), problems, 0);
const nothing = { say: [], drop: [] };
const at = (ms: number) => ({ wallMs: ms, monoMs: ms });
const later = at(9e9);

function last(problem: SystemProblem, fields: Partial<LastNews> = {}): LastNews {
  return { id: 1, problem, isOver: false, status: 'sent', queuedAt: 0, ...fields };
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
