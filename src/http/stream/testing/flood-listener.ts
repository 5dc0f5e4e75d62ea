/**
 * A server with one listener, who is told more and more until it is dropped; a process of its own, so
 * that its memory can be looked at. Prints JSON lines: `{port, token}`, then, once it is dropped,
 * `{dropped, offeredMb, growthMb}`, then `{isConnected: false}` when its connection is gone.
 */
import { HttpWorld } from '../../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice } from '../../../../tests/support/monitor.ts';

const deviceCount = 500;
/** Some 90 MB; a listener that reads nothing never gets that far. */
const maxRounds = 800;
const bytesPerDevice = 230;

const world = new HttpWorld();
const { monitor, streams } = world;
const customerId = makeCustomer(monitor);
for (let count = 0; count < deviceCount; count += 1) makeDevice(monitor, { customerId });
const token = await world.admin();
const begun = Promise.withResolvers<void>();
const gone = Promise.withResolvers<void>();
world.app.onRequest(({ request }) => {
  request.signal.addEventListener('abort', () => gone.resolve());
  begun.resolve();
});
world.app.listen({ port: 0, hostname: '127.0.0.1' });
console.log(JSON.stringify({ port: world.app.server?.port, token }));
await begun.promise;

const turn = () => new Promise((resolve) => setImmediate(resolve));
while (streams.size === 0) await turn();
Bun.gc(true);
const before = process.memoryUsage.rss();
let rounds = 0;
while (streams.size > 0 && rounds < maxRounds) {
  rounds += 1;
  for (const device of monitor.fleet.all()) {
    const { link } = device.state;
    device.state = { ...device.state, link: link === 'online' ? 'offline' : 'online' };
  }
  monitor.time.advanceMs(1_000);
  streams.tick(monitor.clock());
  await turn();
}
Bun.gc(true);
const growthMb = (process.memoryUsage.rss() - before) / 1e6;
const offeredMb = (rounds * deviceCount * bytesPerDevice) / 1e6;
console.log(JSON.stringify({ dropped: streams.dropped, offeredMb, growthMb }));
await gone.promise;
console.log(JSON.stringify({ isConnected: false }));
process.exit(0);
