/** Each channel has a bench, and each bench is in the suite. */
import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { settableChannels } from '../../src/contract/system/channel-settings.ts';
import { makeTestLog } from '../support/delivery-world.ts';
import type { ChannelBench } from './bench.ts';
import { describeGuarantees } from './guarantees.ts';

const folder = `${import.meta.dir}/benches`;
const files = [...new Glob('*.ts').scanSync(folder)].sort().map((file) => `${folder}/${file}`);
const benches: ChannelBench<unknown>[] = [];
for (const file of files) {
  const { bench }: { bench: ChannelBench<unknown> } = await import(file);
  benches.push(bench);
  describeGuarantees(bench, file);
}

test('no channel is without its bench', () => {
  const named = new Set(benches.map(({ name }) => String(name)));
  expect([...named].sort()).toEqual([...settableChannels, 'log'].sort());
});

test('addresses that customers chose never say whether our own line is alive', async () => {
  const chosen: string[] = [];
  for (const bench of benches.filter(({ isMissing }) => isMissing !== true)) {
    const far = await bench.open(() => 0);
    const { name, hasManyFarEnds, service } = bench.connect(far.at, makeTestLog().log);
    await far.close();
    if (hasManyFarEnds !== true) continue;
    chosen.push(name);
    expect({ name, service }).toEqual({ name, service: undefined });
  }
  expect(chosen.sort()).toEqual(['webhook', 'webpush']);
});
