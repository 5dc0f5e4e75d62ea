/**
 * Runs all suites one after the other, and prints one table: which passed, failed or was skipped, and in how many
 * seconds.
 *
 *   sudo npm run test:all                       an hour and a half: what a release has to show
 *   sudo npm run test:all -- --long             random walks as long as by night, 200 faults of a cluster; four hours
 *   sudo npm run test:all -- --continue         those that have not passed yet for the product as it is
 *   npm run test:all -- --only test,test:web    some
 *
 * What each says is in dist/test-all/SUITE.log. Ends with 1 if one failed. Once all have passed,
 * tests/suites-passed.json names the sources for which they did; scripts/release.ts asks for it.
 */
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryDir } from './lib/paths.ts';
import { SuiteRecord } from './lib/suite-record.ts';
import { formatOutcomes, judge, type Suite, type SuiteOutcome, suites } from './lib/suites.ts';
import { notePassed } from './lib/suites-passed.ts';

const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    continue: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const names = values.only?.split(',') ?? suites.map(({ script }) => script);
const unknown = names.find((name) => suites.every(({ script }) => script !== name));
if (unknown !== undefined) throw new Error(`There is no suite ${unknown}`);

const logDir = join(repositoryDir, 'dist', 'test-all');
mkdirSync(logDir, { recursive: true });
const record = new SuiteRecord(join(logDir, 'passed.json'), values.long);
if (!values.continue) record.forget(names);
const outcomes: SuiteOutcome[] = [];
for (const suite of suites.filter(({ script }) => names.includes(script))) {
  const earlier = record.passed(suite.script);
  if (earlier === null) console.log(`\n=== ${suite.script}`);
  const outcome = earlier ?? (await run(suite));
  outcomes.push(outcome);
  record.add(outcome);
}
const table = formatOutcomes(outcomes);
writeFileSync(join(logDir, 'table.txt'), `${table}\n`);
console.log(`\n${table}`);
if (values.only === undefined) notePassed(outcomes);
process.exit(outcomes.some(({ result }) => result === 'failed') ? 1 : 0);

async function run({ script, args = [], short = {} }: Suite): Promise<SuiteOutcome> {
  const startedAt = performance.now();
  const log = createWriteStream(join(logDir, `${script.replace(':', '-')}.log`));
  const child = Bun.spawn(['npm', 'run', script, ...(args.length > 0 ? ['--', ...args] : [])], {
    cwd: repositoryDir,
    env: { ...process.env, ...(!values.long && short) },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let output = '';
  const follow = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) {
      const text = decoder.decode(bytes, { stream: true });
      output += text;
      log.write(text);
      process.stdout.write(text);
    }
  };
  await Promise.all([follow(child.stdout), follow(child.stderr)]);
  const code = await child.exited;
  log.end();
  return judge(script, code, output, performance.now() - startedAt);
}
