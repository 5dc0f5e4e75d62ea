/** What a channel costs where it is not set up. */
import { expect, test } from 'bun:test';

/** Loads what a server and `faiwatch doctor` load, then what makes phones ring; counts its files each time. */
const program = `
  const count = () => Object.keys(require.cache).filter((path) => path.includes('/channels/call/')).length;
  await import('./src/main/compose-server.ts');
  await import('./src/cli/doctor/check-channels.ts');
  const { channelKinds } = await import('./src/notify/channels/channel-kinds.ts');
  const others = Object.keys(channelKinds).filter((name) => name !== 'call');
  for (const name of others) channelKinds[name];
  const before = count();
  channelKinds.call;
  console.log(JSON.stringify([others.length, before, count()]));
`;

test('nothing of what makes phones ring is loaded before it is set up', async () => {
  const child = Bun.spawn([process.execPath, '-e', program], {
    cwd: `${import.meta.dir}/../../..`,
    stdout: 'pipe',
  });
  const [others, before, after] = JSON.parse(await new Response(child.stdout).text());
  expect(others).toBeGreaterThan(5);
  expect(before).toBe(0);
  expect(after).toBeGreaterThan(10);
}, 30_000);
