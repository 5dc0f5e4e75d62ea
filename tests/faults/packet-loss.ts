/**
 * Every fifth packet between devices and server is lost, in both directions. It is played in a network
 * namespace of its own, whose packet filter drops them; the machine's own network is not touched.
 */
import { readFileSync } from 'node:fs';
import { runProgram } from '../e2e/harness.ts';
import { type Fault, runFault, Skipped } from './lib/fault.ts';
import {
  awaitLosses,
  awaitReturns,
  countAcknowledged,
  drain,
  expectStored,
  expectToldOnce,
  loseMains,
  openSites,
  regainMains,
  seedSites,
} from './lib/fleet.ts';
import { requireProgram, requireRoot } from './lib/run-program.ts';
import { seconds } from './lib/server-health.ts';

const lossPercent = 20;

await runFault('Every fifth packet lost between devices and server', async (fault, home) => {
  requireRoot();
  if (process.env['FAULT_NAMESPACE'] === undefined) {
    await playInNamespace(fault);
    return;
  }
  await requireProgram('the namespace has no loopback', 'ip', 'link', 'set', 'lo', 'up');
  const boards = seedSites(home, 30);
  const telegram = await home.startTelegram({ chats: 'any' });
  const server = await home.serve({ telegram });
  const sites = await openSites(home, boards, server);
  const [losing, vanishing, well] = [sites.slice(0, 12), sites.slice(12, 15), sites.slice(15)];
  const sessionsLost = () => server.metric('faiwatch_mqtt_sessions_lost_total');

  const resentBefore = countRetransmissions();
  await dropPackets([server.http, server.mqtt ?? 0]);
  const beganAt = performance.now();
  await Bun.sleep(10_000);
  // These devices truly fall silent for good.
  for (const site of vanishing) {
    site.device.freezes();
    site.losses += 1;
  }
  let slowestMs = 0;
  for (let round = 0; round < 3; round += 1) {
    await loseMains(losing, 3_000);
    slowestMs = Math.max(slowestMs, await drain(sites.filter((site) => !vanishing.includes(site))));
    await awaitLosses(telegram, losing);
    await regainMains(losing);
    await drain(losing);
    await awaitReturns(telegram, losing);
  }
  await awaitLosses(telegram, vanishing, 60_000);
  const lostMs = performance.now() - beganAt;
  const { dropped, passed } = await readCounters();
  await runProgram(['nft', 'flush', 'ruleset']);
  await Bun.sleep(3_000);

  const percent = (100 * dropped) / (dropped + passed);
  fault.expect(
    'the fault took place',
    percent > lossPercent - 5 && percent < lossPercent + 5,
    `${dropped} of ${dropped + passed} packets dropped (${percent.toFixed(1)} %) in ${seconds(lostMs)}, ${countRetransmissions() - resentBefore} sent again`,
  );
  const unfounded = telegram.sent.filter(({ chatId }) =>
    well.some((site) => site.chatId === chatId),
  );
  fault.expect(
    'no false alert',
    unfounded.length === 0,
    `${unfounded.length} messages about ${well.length} sites that had power and contact; ${await sessionsLost()} MQTT sessions were lost and came back`,
  );
  fault.note(
    'reports got through',
    `${countAcknowledged(sites)} acknowledged, the last of twelve ${seconds(slowestMs)} after its loss at most`,
  );
  expectToldOnce(
    fault,
    telegram,
    sites,
    'every true outage and its end is told once, and nothing else',
  );
  await server.kill();
  expectStored(fault, home, sites);
});

/** Runs this script once more in a network namespace, and ends with its outcome. */
async function playInNamespace(fault: Fault): Promise<void> {
  await requireProgram('no network namespace could be made', 'unshare', '--net', 'true');
  await requireProgram(
    'no packet could be dropped',
    'unshare',
    '--net',
    'sh',
    '-ec',
    filterOf([1]),
  );
  const child = Bun.spawn(['unshare', '--net', process.execPath, import.meta.path], {
    env: { ...process.env, FAULT_NAMESPACE: '1' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const said = await new Response(child.stdout).text();
  // This process prints the first and the last line.
  console.log(said.trimEnd().split('\n').slice(1, -1).join('\n'));
  const code = await child.exited;
  if (said.includes('  skipped: ')) throw new Skipped('the namespace lacks something');
  if (code !== 0) fault.expect('all of it', false, `the namespace ended with ${code}`);
}

/** Commands that make packets of these ports get lost, once in each direction. */
function filterOf(ports: readonly number[]): string {
  const set = `{ ${ports.join(', ')} }`;
  return `
    nft add table inet loss
    nft 'add chain inet loss lossy'
    nft 'add rule inet loss lossy numgen random mod 100 < ${lossPercent} counter drop'
    nft 'add rule inet loss lossy counter accept'
    nft 'add chain inet loss input { type filter hook input priority 0; }'
    nft 'add rule inet loss input tcp dport ${set} goto lossy'
    nft 'add rule inet loss input tcp sport ${set} goto lossy'
  `;
}

async function dropPackets(ports: readonly number[]): Promise<void> {
  await requireProgram('no packet could be dropped', 'sh', '-ec', filterOf(ports));
}

async function readCounters(): Promise<{ readonly dropped: number; readonly passed: number }> {
  const { stdout } = await runProgram(['nft', 'list', 'chain', 'inet', 'loss', 'lossy']);
  const [dropped = 0, passed = 0] = [...stdout.matchAll(/packets (\d+)/g)].map(([, n]) =>
    Number(n),
  );
  return { dropped, passed };
}

/** How many TCP segments this namespace has sent again. */
function countRetransmissions(): number {
  const [names = '', values = ''] = readFileSync('/proc/self/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Tcp:'));
  return Number(values.split(' ')[names.split(' ').indexOf('RetransSegs')]);
}
