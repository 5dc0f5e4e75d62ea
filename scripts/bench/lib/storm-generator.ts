/**
 * A neighbourhood that loses mains at once, in a process of its own:
 *
 *   bun scripts/bench/lib/storm-generator.ts --port P --connections N --credentials FILE --age MS
 *
 * Opens N sessions and sends one healthy heartbeat on each; prints `{"armed":N}`. At a line on stdin
 * it publishes POWER_DOWN on all of them at once, and prints one JSON line (StormResult) when all are
 * acknowledged. The sessions stay until stdin ends.
 */
import { parseArgs } from 'node:util';
import { readLines } from './child-lines.ts';
import { readCredentials } from './credentials.ts';
import { HeartbeatRing } from './heartbeat-ring.ts';
import { MqttFleet } from './mqtt-fleet.ts';
import { encodePowerDown } from './power-down.ts';

export interface StormResult {
  /** Epoch ms. */
  readonly firstWriteAt: number;
  readonly lastWriteAt: number;
  readonly lastPubackAt: number;
  readonly pubacks: number;
  /** Sessions that were refused or lost. */
  readonly errors: number;
}

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    connections: { type: 'string', default: '10000' },
    credentials: { type: 'string', default: 'none' },
    age: { type: 'string', default: '0' },
  },
});
/** How long PUBACKs are waited for. */
const longestWaitMs = 60_000;
const now = () => performance.timeOrigin + performance.now();
const connections = Number(values.connections);

let lastPubackAt = Number.NaN;
let onPubacks = () => {};
const fleet = new MqttFleet({
  port: Number(values.port),
  credentials: readCredentials(values.credentials, connections),
  onPubacks: () => {
    lastPubackAt = now();
    onPubacks();
  },
});
await fleet.connect();
const sessions = fleet.open;
for (const session of sessions) {
  session.ring = new HeartbeatRing(session.deviceId, 1, Date.now());
  session.beat(1);
}
await pubacksReach(sessions.length);
const packets = sessions.map(({ deviceId }) => encodePowerDown(deviceId, Number(values.age)));
console.log(JSON.stringify({ armed: sessions.length }));

const orders = readLines(Bun.stdin.stream());
await orders.next();
const before = fleet.pubacks;
const firstWriteAt = now();
for (const [i, session] of sessions.entries()) {
  const packet = packets[i];
  if (packet) session.write(packet);
}
const lastWriteAt = now();
await pubacksReach(before + sessions.length);
const result: StormResult = {
  firstWriteAt,
  lastWriteAt,
  lastPubackAt,
  pubacks: fleet.pubacks - before,
  errors: fleet.errors,
};
console.log(JSON.stringify(result));
await orders.next();
fleet.close();
process.exit(0);

/** Gives up after a while: the result then says how many are missing. */
async function pubacksReach(count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, longestWaitMs);
  onPubacks = () => {
    if (fleet.pubacks >= count) resolve();
  };
  onPubacks();
  await promise;
  clearTimeout(timer);
}
