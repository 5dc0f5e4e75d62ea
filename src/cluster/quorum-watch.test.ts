import { expect, test } from 'bun:test';
import { type QuorumView, QuorumWatch } from './quorum-watch.ts';

type Ranges = readonly (readonly [number, number])[];

interface Story {
  /** In which what is asked takes too long; each of them is a range of seconds, from and until. */
  readonly stuck?: Ranges;
  /** In which most servers do not answer. */
  readonly away?: Ranges;
  /** In which the log does not go on. */
  readonly quiet?: Ranges;
  readonly view?: Partial<QuorumView>;
}

async function hear(seconds: number, story: Story): Promise<string[]> {
  const { stuck = [], away = [], quiet = [], view = {} } = story;
  const isIn = (ranges: Ranges) => ranges.some(([from, until]) => second >= from && second < until);
  let second = 0;
  let logEnd = 0;
  const watch = new QuorumWatch(async () => isIn(away));
  const said: string[] = [];
  for (; second <= seconds; second++) {
    if (!isIn(quiet)) logEnd += 1;
    const known = { monoMs: second * 1_000, isLeading: false, isConnected: true, logEnd };
    const word = await watch.look({ ...known, isStuck: isIn(stuck), ...view });
    if (word !== null) said.push(`${word} at ${second}`);
  }
  return said;
}

test('a lost quorum is said once however long it lasts, and that it is back', async () => {
  expect(await hear(4_000, { stuck: [[10, 3_600]] })).toEqual(['lost at 25', 'back at 3605']);
});

test('servers that are away for a moment are not worth a word', async () => {
  expect(await hear(100, { stuck: [[10, 24]] })).toEqual([]);
  expect(await hear(100, { away: [[10, 12]], quiet: [[10, 13]] })).toEqual([]);
});

test('servers that come back and fail again are not said to be back', async () => {
  const stuck = [
    [10, 60],
    [63, 70],
    [74, 80],
  ] as const;
  expect(await hear(100, { stuck })).toEqual(['lost at 25', 'back at 85']);
});

test('most servers that do not answer are said within seconds', async () => {
  const lasts = [[10, 60]] as const;
  expect(await hear(100, { away: lasts, quiet: lasts })).toEqual(['lost at 13', 'back at 65']);
});

test('servers that this machine alone cannot reach are not missed while the log goes on', async () => {
  expect(await hear(100, { away: [[0, 100]] })).toEqual([]);
});

test('whoever leads learns from its own lease that it has lost them', async () => {
  const lasts = [[10, 60]] as const;
  expect(await hear(60, { away: lasts, quiet: lasts, view: { isLeading: true } })).toEqual([]);
});

test('a machine that begins lets its servers begin, too', async () => {
  const quiet = [[0, 200]] as const;
  const view = { isConnected: false };
  expect(await hear(9, { away: [[0, 9]], quiet, view })).toEqual([]);
  expect(await hear(100, { away: [[0, 100]], quiet, view })).toEqual(['lost at 10']);
  // It is refused, say.
  expect(await hear(100, { quiet, view })).toEqual(['lost at 25']);
});
