/**
 * Plays the faults one after the other, each as a process of its own, and sums them up:
 *
 *   npm run test:faults                              all of them, ten to twelve minutes
 *   node_modules/.bin/bun tests/faults/run.ts full-disk stepped-clock       some
 *
 * Ends with 1 when a promise is broken. What the machine does not allow is skipped, and said so.
 */
import { join } from 'node:path';

const faults = [
  'full-disk',
  'read-only-disk',
  'failing-disk',
  'stepped-clock',
  'packet-loss',
  'frozen-subscriber',
  'slow-connections',
  'connection-crowd',
  'handshakes',
  'floods',
  'pipelining',
  'bodies-at-once',
  'messenger-away',
  'crowded-messenger',
  'backup-under-load',
  'unread-log',
  'guessed-passwords',
] as const;

/** No fault takes longer on a slow machine. */
const timeoutMs = 300_000;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !faults.some((fault) => fault === name));
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}. There are: ${faults.join(', ')}`);
  process.exit(2);
}

const outcomes: string[] = [];
let broken = 0;
for (const name of wanted.length > 0 ? wanted : faults) {
  const startedAt = performance.now();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, `${name}.ts`)], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
    timeout: timeoutMs,
  });
  let said = '';
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    process.stdout.write(chunk);
    said += chunk;
  }
  const code = await child.exited;
  if (code !== 0) broken += 1;
  const isSkipped = code === 0 && said.includes('  skipped: ');
  const outcome = code !== 0 ? `BROKEN (${code})` : isSkipped ? 'skipped' : 'held';
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  outcomes.push(`${name.padEnd(20)} ${outcome.padEnd(12)} ${seconds} s`);
}
console.log(`\n${outcomes.join('\n')}`);
process.exit(broken > 0 ? 1 : 0);
