/**
 * Counts the files of src in which a function runs from the arrival of one message or call until all that
 * follows from it is done, in a whole server in this process. Its clock stands still, so that nothing else runs; while
 * an alert waits for its time, what runs in two minutes without one is left out. Prints the files of each walk as JSON: bun scripts/shape/walks.ts
 */
import { join, relative } from 'node:path';
import { plugin } from 'bun';
import { repositoryDir } from '../lib/paths.ts';
import { instrumentAll } from './instrument.ts';
import { isProduction, readSources } from './sources.ts';

/** Functions that ran, each as `path:offset`. */
const ran = new Set<string>();
Object.assign(globalThis, { ranFunctions: ran });

const paths = readSources('src')
  .filter(isProduction)
  .map(({ path }) => join(repositoryDir, path));
const texts = await instrumentAll(
  join(repositoryDir, 'tsconfig.json'),
  paths,
  (path, offset) =>
    `ranFunctions.add(${JSON.stringify(`${relative(repositoryDir, path)}:${offset}`)})`,
);
plugin({
  name: 'instrumented functions',
  setup: (build) => {
    build.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      const contents = texts.get(path);
      return contents === undefined ? undefined : { contents, loader: 'ts' };
    });
  },
});

// Only from here on is src imported.
const { App } = await import('../../tests/support/app.ts');

async function functionsOf(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  ran.clear();
  await work();
  await app.settle();
  return new Set(ran);
}

/** Leaves out what runs to find out that the server is at rest. */
async function filesOf(work: () => Promise<unknown>): Promise<string[]> {
  const anyhow = await functionsOf(async () => {});
  return filesIn((await functionsOf(work)).difference(anyhow));
}

function filesIn(functions: ReadonlySet<string>): string[] {
  return [...new Set([...functions].map((name) => name.replace(/:\d+$/, '')))].sort();
}

const app = await App.start();
const device = await app.connect();
await app.advance('1 min');
const heartbeat = await filesOf(() => device.beats());

const operator = await app.logIn();
const { body } = await operator.get('/api/keys');
const renew = () => operator.post(`/api/keys/${body.data[0].key_code}/renew`, { months: 12 });
// What is made at the first of its kind is made, and all that follows from it is done.
await renew();
await app.settle();
const renewal = await filesOf(renew);

const pass = () => app.advance('5 s');
const quiet = await functionsOf(() => app.advance('2 min'));
const reported = await filesOf(() => device.losesMains());
// Its alert is due by then.
const alerted = (await functionsOf(pass)).difference(quiet);
const loss = [...new Set([...reported, ...filesIn(alerted)])].sort();
if (app.telegram.sent.length !== 1) throw new Error('The walk of a loss ends with one message');

await app[Symbol.asyncDispose]();
console.log(JSON.stringify({ loss, heartbeat, renewal }));
