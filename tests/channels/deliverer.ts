/**
 * A process that delivers what is due until its first message was taken, says so, and never marks it:
 * `bun deliverer.ts BENCH_FILE DATABASE AT_AS_JSON NOW`. Whoever started it kills it.
 */
import { SendError } from '../../src/notify/channel.ts';
import { createDelivery } from '../../src/notify/deliver-pending.ts';
import { makeTestLog } from '../support/delivery-world.ts';
import { openTestStore, TestTime } from '../support/monitor.ts';
import type { ChannelBench } from './bench.ts';

const [benchFile = '', database = '', at = '', now = ''] = process.argv.slice(2);
const { bench }: { bench: ChannelBench<unknown> } = await import(benchFile);
const time = new TestTime();
time.wallMs = Number(now);
const { log } = makeTestLog();
const channel = bench.connect(JSON.parse(at), log);

createDelivery({
  composeDigest: null,
  store: openTestStore(database),
  channels: [
    {
      ...channel,
      name: bench.name,
      async send(...message) {
        try {
          await channel.send(...message);
        } catch (error) {
          // It rang, and that is all that can be known there.
          if (!(error instanceof SendError && error.isUnheard)) throw error;
        }
        process.stdout.write('taken\n');
        return new Promise(() => {});
      },
    },
  ],
  clock: time.clock,
  log,
  timezone: 'Asia/Bangkok',
  setTimer: time.setTimer,
}).start();
// Nothing else keeps the process.
setInterval(() => {}, 60_000);
