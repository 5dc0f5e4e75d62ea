/**
 * 10,000 devices lose mains at once, and each is told on three channels of very different speeds; by night
 * on six, quickly 1,000 on six.
 *
 *   node_modules/.bin/bun scripts/bench/reach.ts [--quick | --nightly]
 *
 * The outbox runs in this process by a clock that is moved, so that a quarter of an hour of sending takes
 * seconds: what is measured is who waits for whom, not this machine.
 */
import { boundsOf, playStorm, stormChannels } from '../../tests/channels/storm.ts';
import { type BenchOptions, type BenchReport, runBench, tell } from './lib/bench.ts';

async function reach({ isQuick }: BenchOptions): Promise<BenchReport> {
  const devices = isQuick ? 1_000 : 10_000;
  const begin = performance.now();
  // By the slowest of the six, 10,000 messages take an hour of the clock that is moved.
  const channels = isQuick
    ? stormChannels
    : stormChannels.filter(({ name }) => name === 'telegram' || name === 'line' || name === 'sms');
  const results = await playStorm(devices, channels);
  tell(`played in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  const count = devices.toLocaleString('en-GB');
  return {
    title: `${count} devices lose mains at once, over ${channels.length} channels`,
    method:
      `${count} customers with one site and one recipient on each of ${channels.length} channels, all cut off in the ` +
      'same second; far ends that take a while for each message; a clock that is moved.',
    findings: results.map((result) => {
      const { name, perSecond, latencyMs, told, repeated, lastSeconds, mostInASecond } = result;
      const { seconds, inASecond } = boundsOf(result, devices);
      return {
        what: `${name}: ${perSecond}/s, answers after ${latencyMs} ms`,
        goal: `all once within ${seconds.toFixed(0)} s and 5 %, never more than ${inASecond} in a second`,
        measured: `${told} told, ${repeated} twice, the last after ${lastSeconds.toFixed(0)} s, at most ${mostInASecond} in a second`,
        isMet:
          told === devices &&
          repeated === 0 &&
          lastSeconds <= seconds * 1.05 + 1 &&
          mostInASecond <= inASecond,
      };
    }),
  };
}

if (import.meta.main) await runBench(reach);
