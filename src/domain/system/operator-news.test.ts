import { expect, test } from 'bun:test';
import { compareWithTold, markTold, type OperatorView, steadyMs } from './operator-news.ts';

const nothing: OperatorView = { told: [], differsSince: {} };

test('a problem is news once it has lasted, and only once', () => {
  const first = compareWithTold(nothing, ['disk_low'], 1_000);
  expect(first.news).toEqual({ began: [], ended: [] });
  const soon = compareWithTold(first.view, ['disk_low'], 1_000 + steadyMs - 1);
  expect(soon.news.began).toEqual([]);
  const then = compareWithTold(soon.view, ['disk_low'], 1_000 + steadyMs);
  expect(then.news).toEqual({ began: ['disk_low'], ended: [] });
  const told = markTold(then.view, then.news);
  expect(told).toEqual({ told: ['disk_low'], differsSince: {} });
  expect(compareWithTold(told, ['disk_low'], 9e9).news).toEqual({ began: [], ended: [] });
});

test('a problem that could not be told is told later', () => {
  const { view } = compareWithTold(nothing, ['blind'], 0);
  const late = compareWithTold(view, ['blind'], steadyMs);
  expect(late.news.began).toEqual(['blind']);
  expect(compareWithTold(late.view, ['blind'], steadyMs + 30_000).news.began).toEqual(['blind']);
});

test('a problem that comes and goes is never told', () => {
  let view = nothing;
  for (let at = 0; at < 10 * steadyMs; at += steadyMs / 2) {
    const isThere = (at / (steadyMs / 2)) % 2 === 0;
    const look = compareWithTold(view, isThere ? ['broker_away'] : [], at);
    expect(look.news).toEqual({ began: [], ended: [] });
    view = look.view;
  }
});

test('the end of a told problem is told once it has been gone for a while', () => {
  const told: OperatorView = { told: ['broker_away', 'disk_low'], differsSince: {} };
  const gone = compareWithTold(told, ['disk_low'], 5_000);
  expect(gone.news.ended).toEqual([]);
  const back = compareWithTold(gone.view, ['disk_low', 'broker_away'], 6_000);
  expect(back.view.differsSince).toEqual({});
  const again = compareWithTold(back.view, ['disk_low'], 7_000);
  const end = compareWithTold(again.view, ['disk_low'], 7_000 + steadyMs);
  expect(end.news).toEqual({ began: [], ended: ['broker_away'] });
  expect(markTold(end.view, end.news).told).toEqual(['disk_low']);
});
