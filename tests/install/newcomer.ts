/**
 * What newcomer.sh does in the container: runs the commands of the first evening one block after the
 * other, in one shell, and is the messenger meanwhile.
 */
import { writeFileSync } from 'node:fs';
import { waitFor } from '../e2e/wait-for.ts';
import { startFakeTelegram } from '../fakes/telegram/fake-telegram.ts';
import { readFirstEvening } from './command-blocks.ts';

const dir = '/opt/test';
const chatId = 4711;
const limitSeconds = 300;
const beganAt = performance.now();
const elapsed = () => `${((performance.now() - beganAt) / 1000).toFixed(1)} s`;
const blocks = readFirstEvening();
const token = /^token='([^']+)'$/m.exec(blocks.join('\n'))?.[1];
if (token === undefined) throw new Error('The first evening gives no example of a token');

const telegram = await startFakeTelegram({
  token,
  port: 8099,
  onSent: ({ text }) => console.log(`  ${elapsed()}: the messenger takes: ${text.split('\n')[0]}`),
});
for (const [index, block] of blocks.entries()) writeFileSync(`${dir}/steps/${index}.sh`, block);
// Each block waits for a line on stdin. The first command that fails ends the shell.
const walk = `set -eo pipefail
exec 9<&0
for ((i = 0; i < ${blocks.length}; i++)); do
  read -r <&9
  . ${dir}/steps/$i.sh </dev/null
  echo "--- $i done"
done 2>&1`;
const shell = Bun.spawn(['su', '-', 'pi', '-c', walk], {
  stdin: 'pipe',
  stdout: 'pipe',
  stderr: 'inherit',
});
let output = '';
let hasEnded = false;
const reading = (async () => {
  const decoder = new TextDecoder();
  for await (const piece of shell.stdout) output += decoder.decode(piece, { stream: true });
  hasEnded = true;
})();

let failure: unknown = null;
try {
  for (const index of blocks.keys()) {
    const before = output.length;
    shell.stdin.write('\n');
    await shell.stdin.flush();
    const isDone = () => output.includes(`--- ${index} done`);
    await waitFor(`end of block ${index + 1}`, () => isDone() || hasEnded, 270_000);
    if (!isDone()) throw new Error(`A command of block ${index + 1} failed`);
    console.log(`• ${elapsed()}: block ${index + 1} of ${blocks.length} is done`);
    const line = /^\/register .*$/m.exec(output.slice(before))?.[0];
    if (line === undefined) continue;
    telegram.userSends(chatId, line, { from: { language_code: 'en' } });
    await telegram.expectMessage({ chatId, contains: 'Connected' }, 20_000);
  }
  for (const words of ['Mains lost', 'Power restored']) {
    const { text } = await telegram.expectMessage({ chatId, contains: words }, 5_000);
    console.log(text);
  }
  if (performance.now() - beganAt > limitSeconds * 1000) throw new Error('It took too long');
} catch (error) {
  failure = error;
  console.log(output);
  console.log(blocks.join('\n---\n'));
} finally {
  shell.kill();
  await reading;
  await telegram.stop();
}
if (failure !== null) throw failure;
console.log('All is well.');
