/** Nodes in this process, on a clock that runs faster, whose leading servers are played by the test. */
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readLines } from '../../scripts/bench/lib/child-lines.ts';
import { writeApplied } from '../../src/cluster/applied-note.ts';
import type { ClusterNode } from '../../src/cluster/cluster-node.ts';
import { encodeEntry } from '../../src/cluster/entry.ts';
import { connectTo, Log } from '../../src/cluster/log.ts';
import type { NatsConnection } from '../../src/cluster/nats.ts';
import { Node } from '../../src/cluster/node.ts';
import type { Leader, NodeParts } from '../../src/cluster/node-parts.ts';
import { nodesPath, notePath, openedPath } from '../../src/cluster/paths.ts';
import type { LeadOrder } from '../../src/cluster/replication.ts';
import { Shipper } from '../../src/cluster/shipper.ts';
import { Snapshots } from '../../src/cluster/snapshots.ts';
import { WalReader } from '../../src/cluster/wal.ts';
import type { Time } from '../../src/domain/instant.ts';
import type { ClusterStatus } from '../../src/domain/system/cluster.ts';
import { realTime } from '../../src/server/clock.ts';
import { waitFor } from '../e2e/wait-for.ts';
import { makeTestLog } from '../support/delivery-world.ts';
import { tempDir } from '../support/temp-dir.ts';
import { type NatsServer, startNats } from './nats.ts';

/** How many times as fast as the real one the nodes' clock runs. */
const haste = 3;
const time: Time = {
  clock: () => ({ ...realTime.clock(), monoMs: realTime.clock().monoMs * haste }),
  setTimer: (ms, fire) => realTime.setTimer(ms / haste, fire),
};
const inNodesTime = (ms: number) => Bun.sleep(ms / haste);

let nats: readonly NatsServer[];
const atEnd: (() => unknown)[] = [];

beforeAll(async () => {
  nats = await startNats(tempDir('engine-nats'));
}, 60_000);

afterAll(async () => {
  await Promise.all(atEnd.splice(0).map((end) => end()));
  await Promise.all(nats.map((server) => server.end()));
}, 30_000);

function makeNode(cluster: string, name: string): ClusterNode {
  const dataDir = join(tempDir('engine'), name);
  mkdirSync(dataDir, { recursive: true });
  return {
    log: { servers: nats.map(({ host, port }) => `nats://${host}:${port}`), name: cluster },
    ...{
      name,
      address: null,
      version: '1',
      extras: null,
      dataDir,
      databasePath: join(dataDir, 'faiwatch.db'),
    },
  };
}

async function openLog({ log }: ClusterNode) {
  const connection = await connectTo(log, 'test');
  atEnd.push(() => connection.close());
  return { connection, log: await Log.open(connection, log.name, time) };
}

/** A process that has a database open, as a server does: killed, it leaves its write-ahead log behind. */
class OpenDatabase {
  readonly #child: Bun.Subprocess<'pipe', 'pipe'>;
  readonly #answers: AsyncIterator<string>;

  constructor(path: string) {
    const program = `
      const { Database } = require('bun:sqlite');
      const database = new Database(${JSON.stringify(path)}, { create: true });
      database.run('PRAGMA journal_mode = WAL');
      database.run('PRAGMA wal_autocheckpoint = 0');
      for await (const line of console) {
        if (line !== '') database.run(line);
        console.log('done');
      }
      database.close();`;
    this.#child = Bun.spawn([process.execPath, '-e', program], { stdin: 'pipe', stdout: 'pipe' });
    this.#answers = readLines(this.#child.stdout);
  }

  async run(sql: string): Promise<void> {
    this.#child.stdin.write(`${sql}\n`);
    void this.#child.stdin.flush();
    await this.#answers.next();
  }

  async close(): Promise<void> {
    this.#child.stdin.end();
    await this.#child.exited;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#child.exited;
  }
}

/** The server of a node that leads: it ships what it writes, and says that it is there. */
class PlayedServer implements Leader {
  readonly #opened = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #node: ClusterNode;
  #shipper: Shipper | null = null;
  #database: OpenDatabase | null = null;
  #connection: NatsConnection | null = null;
  readonly order: LeadOrder;
  isLeading = false;
  /** What the server says of its disk. */
  hasFullDisk = false;

  constructor(node: ClusterNode, order: LeadOrder) {
    this.#node = node;
    this.order = order;
  }

  get opened() {
    return this.#opened.promise;
  }

  get ended() {
    return this.#ended.promise;
  }

  isDiskRefusing(): boolean {
    return this.hasFullDisk;
  }

  async open(): Promise<void> {
    this.#database = new OpenDatabase(this.#node.databasePath);
    await this.#database.run('CREATE TABLE IF NOT EXISTS starts (epoch)');
    await this.#database.run(`INSERT INTO starts VALUES (${this.order.epoch})`);
    this.#opened.resolve();
  }

  async takeLog(after: number): Promise<void> {
    const { name, address, databasePath, log: where } = this.#node;
    this.#connection = await connectTo(where, name);
    const log = await Log.open(this.#connection, where.name, time);
    this.#shipper = new Shipper({
      ...{ log, time, after, facts: { ...this.order, node: name, address } },
      die: () => this.kill(),
    });
    this.#shipper.attach(new WalReader(`${databasePath}-wal`));
    await this.settled();
    this.isLeading = true;
  }

  async write(text: string): Promise<void> {
    await this.#database?.run(`INSERT INTO t VALUES ('${text}')`);
  }

  async settled(): Promise<void> {
    await this.#shipper?.settled();
  }

  /** Commits what no log holds, and ends: without a word, or so that SQLite writes its log into the database. */
  async failWith(text: string, end: 'killed' | 'closed'): Promise<void> {
    this.#shipper?.stop();
    await this.write(text);
    if (end === 'closed') await this.#database?.close();
    await this.#end();
  }

  tell(): void {}

  /** Has others take over. */
  stop(): void {
    void (async () => {
      await this.#shipper?.ship({ kind: 'step-down' });
      await this.#end();
    })();
  }

  kill(): void {
    void this.#end();
  }

  async #end(): Promise<void> {
    this.isLeading = false;
    this.#shipper?.stop();
    await this.#database?.kill();
    await this.#connection?.close();
    this.#ended.resolve();
  }
}

interface Played {
  readonly node: ClusterNode;
  readonly servers: readonly PlayedServer[];
  readonly stop: () => Promise<void>;
  readonly status: () => ClusterStatus;
  /** What it has logged. */
  readonly complaints: () => readonly string[];
}

/** After so much time of the nodes, somebody would have taken a lead that nobody has. */
const longWaitMs = 24_000;
async function start(
  node: ClusterNode,
  isSlow = () => false,
  limits: Pick<NodeParts, 'openLimitMs' | 'findObstacle'> = {},
): Promise<Played> {
  const servers: PlayedServer[] = [];
  const { log, lines } = makeTestLog();
  const running = new Node({
    ...{ node, time, log, ...limits },
    openDoors: async () => ({ async close() {} }),
    startLeader(order) {
      const server = new PlayedServer(node, order);
      if (!isSlow()) void server.open();
      servers.push(server);
      return server;
    },
  });
  await running.start();
  const stop = () => running.stop();
  atEnd.push(stop);
  const complaints = () =>
    lines.flatMap(({ level, message }) => (level === 'error' ? [message] : []));
  return { node, servers, stop, status: () => running.status(), complaints };
}

const leads = ({ servers }: Played) => servers.at(-1)?.isLeading === true;

function fill(path: string, text: string): void {
  const database = new Database(path, { create: true });
  database.run('PRAGMA journal_mode = WAL');
  database.run('CREATE TABLE t (v)');
  database.run('INSERT INTO t VALUES (?)', [text]);
  database.close();
}

function readTexts(path: string): unknown[] {
  const copy = `${path}.look`;
  for (const end of ['', '-wal']) {
    rmSync(`${copy}${end}`, { force: true });
    if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`);
  }
  const database = new Database(copy);
  try {
    return database.query('SELECT v FROM t ORDER BY rowid').values().flat();
  } finally {
    database.close();
  }
}

async function hasSnapshot(node: ClusterNode): Promise<boolean> {
  const { connection } = await openLog(node);
  // On a busy machine NATS may leave a question without an answer; it is asked again.
  const found = await new Snapshots(connection, node.log.name).list().catch(() => []);
  return found.length > 0;
}

async function startFirst(cluster: string): Promise<Played> {
  const node = makeNode(cluster, 'first');
  fill(node.databasePath, 'base');
  const first = await start(node);
  await waitFor('first leader', () => leads(first));
  await waitFor('snapshot', () => hasSnapshot(node));
  return first;
}

// They mostly wait.
test.concurrent('a server that takes long to open its database keeps the lead', async () => {
  const first = await startFirst('slow');
  const second = await start(makeNode('slow', 'second'), () => true);
  await waitFor('copy', () => existsSync(second.node.databasePath));
  const third = await start(makeNode('slow', 'third'), () => true);
  await waitFor('copy', () => existsSync(third.node.databasePath));
  await first.stop();
  await waitFor('slow leader', () => second.servers.length + third.servers.length === 1);
  await inNodesTime(longWaitMs);
  expect(second.servers.length + third.servers.length).toBe(1);
  const [slow] = [...second.servers, ...third.servers];
  await slow?.open();
  await waitFor('leader that is ready', () => slow?.isLeading);
}, 60_000);

test.concurrent('a server that never opens its database loses the lead', async () => {
  const first = await startFirst('stuck');
  const second = await start(makeNode('stuck', 'second'), () => true, {
    openLimitMs: 6_000,
  });
  await waitFor('copy', () => existsSync(second.node.databasePath));
  await first.stop();
  await waitFor('stuck leader', () => second.servers.length === 1);
  const third = await start(makeNode('stuck', 'third'));
  await waitFor('other leader', () => leads(third), 60_000);
  expect(second.servers).toHaveLength(1);
}, 90_000);

/** As where a disk is full: what a node must note to lead cannot be written. @returns makes room */
function fillDisk({ dataDir }: ClusterNode): () => void {
  const unwritable = `${notePath(dataDir)}.new`;
  mkdirSync(unwritable, { recursive: true });
  return () => rmSync(unwritable, { recursive: true });
}

test.concurrent('a node whose disk takes no writes does not try to lead', async () => {
  const first = await startFirst('full');
  const second = await start(makeNode('full', 'second'));
  await waitFor('copy', () => existsSync(second.node.databasePath));
  const makeRoom = fillDisk(second.node);
  await first.stop();
  const { log } = await openLog(second.node);
  const end = (await log.bounds())?.last;
  await inNodesTime(longWaitMs);
  expect((await log.bounds())?.last).toBe(end as number);
  makeRoom();
  await waitFor('leader', () => leads(second));
}, 60_000);

test.concurrent('a machine that could not lead says so before, and leaves the lead to another', async () => {
  const first = await startFirst('unable');
  const unable = await start(makeNode('unable', 'second'), () => false, {
    findObstacle: () => 'older-release',
  });
  const third = await start(makeNode('unable', 'third'));
  await waitFor('copies', () => [unable, third].every(({ node }) => existsSync(node.databasePath)));
  const said = () => first.status().nodes.find(({ node }) => node === 'second')?.obstacle;
  await waitFor('word of it', () => said() === 'older-release');
  await first.stop();
  await waitFor('other leader', () => leads(third));
  await third.stop();
  await inNodesTime(longWaitMs);
  expect(unable.servers).toHaveLength(0);
}, 60_000);

test.concurrent('a machine that cannot store what comes says so while its disk is full, and no longer', async () => {
  const first = await startFirst('unstored');
  const { node } = await start(makeNode('unstored', 'second'), () => false, {
    findObstacle: () => null,
  });
  const kept = `${node.databasePath}.kept`;
  await waitFor('copy', () => existsSync(node.databasePath));
  const said = () => first.status().nodes.find((one) => one.node === 'second')?.obstacle;
  await waitFor('word of it', () => said() === null);
  renameSync(node.databasePath, kept);
  symlinkSync('/dev/full', node.databasePath);
  await first.servers[0]?.write('one');
  await waitFor('obstacle', () => said() === 'disk-full');
  await inNodesTime(15_000);
  expect(said()).toBe('disk-full');
  rmSync(node.databasePath);
  renameSync(kept, node.databasePath);
  await waitFor('end of it', () => said() === null);
  await waitFor('what came meanwhile', () => readTexts(node.databasePath).includes('one'));
}, 60_000);

test.concurrent('a leader whose disk takes no writes hands over, and leads again once it does', async () => {
  const first = await startFirst('relieved');
  const second = await start(makeNode('relieved', 'second'));
  await waitFor('copy', () => existsSync(second.node.databasePath));
  const makeRoom = fillDisk(first.node);
  (first.servers[0] as PlayedServer).hasFullDisk = true;
  await waitFor('other leader', () => leads(second));
  const { log } = await openLog(first.node);
  await second.stop();
  const end = (await log.bounds())?.last;
  await inNodesTime(longWaitMs);
  expect((await log.bounds())?.last).toBe(end as number);
  expect(first.servers).toHaveLength(1);
  makeRoom();
  await waitFor('first leader again', () => first.servers[1]?.isLeading);
}, 60_000);

test.concurrent('a server that failed with its disk full leads again once there is room, with all it had', async () => {
  const { node, servers } = await startFirst('room');
  const makeRoom = fillDisk(node);
  await servers[0]?.failWith('not in the log', 'killed');
  const { log } = await openLog(node);
  const end = (await log.bounds())?.last;
  await inNodesTime(longWaitMs);
  expect((await log.bounds())?.last).toBe(end as number);
  makeRoom();
  await waitFor('leader again', () => servers[1]?.isLeading);
  expect(readTexts(node.databasePath)).toEqual(['base', 'not in the log']);
}, 60_000);

test.concurrent('a leader whose disk takes no writes goes on where no other could lead', async () => {
  const first = await startFirst('kept');
  const [server] = first.servers as [PlayedServer];
  const second = await start(makeNode('kept', 'second'));
  await waitFor('copy', () => existsSync(second.node.databasePath));
  const makeRoom = fillDisk(second.node);
  // Before that the second one could lead.
  server.hasFullDisk = true;
  await inNodesTime(longWaitMs);
  expect(server.isLeading).toBe(true);
  expect(second.servers).toHaveLength(0);
  makeRoom();
  await waitFor('other leader', () => leads(second));
}, 60_000);

test.concurrent('what a server wrote into its database on its way out is set aside, and the node joins anew', async () => {
  const { node, servers } = await startFirst('aside');
  await servers[0]?.failWith('not in the log', 'closed');
  await waitFor('leader again', () => servers[1]?.isLeading);
  expect(readTexts(node.databasePath)).toEqual(['base']);
  expect(readTexts(`${node.databasePath}.before-rebuild`)).toEqual(['base', 'not in the log']);
}, 60_000);

test.concurrent('a server that ended before it wrote anything costs no copy of the database', async () => {
  const first = await startFirst('untouched');
  let isSlow = true;
  const second = await start(makeNode('untouched', 'second'), () => isSlow);
  await waitFor('copy', () => existsSync(second.node.databasePath));
  await first.stop();
  await waitFor('second leader', () => second.servers.length === 1);
  isSlow = false;
  second.servers[0]?.kill();
  await waitFor('leader again', () => second.servers[1]?.isLeading);
  expect(existsSync(`${second.node.databasePath}.before-rebuild`)).toBe(false);
  expect(readTexts(second.node.databasePath)).toEqual(['base']);
}, 60_000);

test.concurrent('a node that crashed while its database was replaced joins again', async () => {
  await startFirst('crashed');
  const node = makeNode('crashed', 'second');
  // Its note is written before the database has its name.
  writeApplied(notePath(node.dataDir), { lineage: 'any', seq: 1, id: 'any', epoch: 1 });
  writeFileSync(`${node.databasePath}.joining`, 'half of it');
  await start(node);
  await waitFor('copy', () => existsSync(node.databasePath));
  expect(readTexts(node.databasePath)).toEqual(['base']);
}, 60_000);

test.concurrent('whoever comes back first leads again with what no log holds', async () => {
  const { servers } = await startFirst('back');
  const second = await start(makeNode('back', 'second'));
  await waitFor('copy', () => existsSync(second.node.databasePath));
  await servers[0]?.failWith('not in the log', 'killed');
  await waitFor('leader again', () => servers[1]?.isLeading);
  expect(servers[1]?.order.epoch).toBe(2);
  await waitFor('rest on the other', () => readTexts(second.node.databasePath).length === 2);
  expect(readTexts(second.node.databasePath)).toEqual(['base', 'not in the log']);
  expect(second.servers).toHaveLength(0);
}, 60_000);

test.concurrent('a server that failed twice in a row lets others lead', async () => {
  const { servers } = await startFirst('twice');
  const second = await start(makeNode('twice', 'second'));
  await waitFor('copy', () => existsSync(second.node.databasePath));
  await servers[0]?.failWith('one', 'killed');
  await waitFor('leader again', () => servers[1]?.isLeading);
  await servers[1]?.settled();
  servers[1]?.kill();
  await waitFor('other leader', () => leads(second));
  expect(servers).toHaveLength(2);
  expect(readTexts(second.node.databasePath)).toEqual(['base', 'one']);
}, 60_000);

test.concurrent('a server whose log lost more than that of the cluster does not go on with it', async () => {
  const { node, servers } = await startFirst('less');
  await servers[0]?.write('one');
  await servers[0]?.settled();
  // As a disk may lose what it was not told to keep.
  truncateSync(`${node.databasePath}-wal`, 32);
  servers[0]?.kill();
  await waitFor('leader again', () => servers[1]?.isLeading);
  expect(readTexts(node.databasePath)).toEqual(['base', 'one']);
}, 60_000);

test.concurrent('the log is cut behind the second last snapshot, and whoever is before that joins anew', async () => {
  const { node, servers } = await startFirst('cut');
  const second = await start(makeNode('cut', 'second'));
  await waitFor('copy', () => existsSync(second.node.databasePath));
  await second.stop();
  const { log, connection } = await openLog(node);
  const snapshots = new Snapshots(connection, 'cut');
  const note = JSON.parse(readFileSync(notePath(node.dataDir), 'utf8'));
  const [oldest = 0] = await snapshots.list();
  const seqs: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    const before = (await log.bounds())?.last ?? 0;
    await waitFor('another entry', async () => ((await log.bounds())?.last ?? 0) > before);
    seqs.push(before);
    await snapshots.renew(node, { ...note, seq: before }, log);
    // The first one is before all of the log: nothing goes.
    if (i === 0) expect((await log.bounds())?.first).toBe(oldest);
  }
  const kept = seqs.slice(1);
  expect(await snapshots.list()).toEqual(kept);
  // Of a copy whose maker does not lead any more nothing is left.
  const late = { ...note, seq: 1_000_000 };
  await expect(snapshots.make(node, late, AbortSignal.abort())).rejects.toThrow();
  expect(await snapshots.list()).toEqual(kept);
  expect((await log.bounds())?.first).toBe(kept[0] as number);
  rmSync(second.node.databasePath);
  writeFileSync(second.node.databasePath, readFileSync(node.databasePath));
  writeApplied(notePath(second.node.dataDir), { ...note, seq: oldest });
  await start(second.node);
  await waitFor('anew', async () => {
    const { seq } = JSON.parse(readFileSync(notePath(second.node.dataDir), 'utf8'));
    return seq >= (kept[1] as number);
  });
  expect(servers).toHaveLength(1);
  expect(existsSync(openedPath(second.node.dataDir))).toBe(false);
}, 60_000);

test.concurrent('a machine with data that only just comes back counts before a lost log is begun anew', async () => {
  const first = await startFirst('late');
  const second = await start(makeNode('late', 'second'));
  await waitFor('copy', () => existsSync(second.node.databasePath));
  await waitFor('both known', () =>
    [first, second].every(({ node }) => {
      const path = nodesPath(node.dataDir);
      return existsSync(path) && readFileSync(path, 'utf8').includes('first","second');
    }),
  );
  await second.stop();
  await first.servers[0]?.write('only here');
  await first.servers[0]?.settled();
  // As when its power fails.
  first.servers[0]?.kill();
  await first.stop();
  const { log } = await openLog(first.node);
  await log.remove();
  const later = await start(second.node);
  await inNodesTime(longWaitMs);
  expect(later.servers).toHaveLength(0);
  const again = await start(first.node);
  await waitFor('leader', () => leads(again) || leads(later));
  expect(later.servers).toHaveLength(0);
  expect(readTexts(first.node.databasePath)).toEqual(['base', 'only here']);
}, 60_000);

test.concurrent('an old copy of a machine does not lead again with what it had when it led', async () => {
  const { node, servers, stop } = await startFirst('copied');
  await servers[0]?.failWith('not in the log', 'killed');
  await stop();
  // As the same machine has written since then, into a database of its own.
  const { log } = await openLog(node);
  const { lineage } = JSON.parse(readFileSync(notePath(node.dataDir), 'utf8'));
  const reader = new WalReader(`${node.databasePath}-wal`);
  reader.read();
  const salts = reader.position?.salts as [number, number];
  const facts = { lineage, node: node.name, address: null, at: 0 };
  for (const kind of ['lead', 'alive'] as const) {
    const header = { ...facts, wal: [...salts, 0] as [number, number, number], epoch: 7, kind };
    const entry = { header: { ...header, id: `later ${kind}` }, content: new Uint8Array(0) };
    const [message] = encodeEntry(entry, log.messageBytes) as [Uint8Array];
    await log.append(message, (await log.bounds())?.last as number);
  }
  const again = await start(node);
  await waitFor('leader', () => leads(again));
  expect(again.servers[0]?.order.epoch).toBe(8);
  expect(readTexts(node.databasePath)).toEqual(['base']);
}, 60_000);

test.concurrent('two machines with one name say so', async () => {
  const first = await startFirst('twins');
  expect(first.status().trouble).toBeNull();
  const twin = await start(makeNode('twins', 'first'));
  await waitFor('complaints', () =>
    [first, twin].every((one) => one.status().trouble === 'name-taken'),
  );
  await waitFor('complaint', () =>
    twin.complaints().some((text) => text.startsWith('another machine is called first, too')),
  );
  await twin.stop();
  await waitFor('end of the trouble', () => first.status().trouble === null);
}, 60_000);

test.concurrent('who joins keeps no file that the installation does not have', async () => {
  await startFirst('files');
  const node = makeNode('files', 'second');
  // As a machine has it that was away when they were removed: it would bring them back once it leads.
  writeFileSync(join(node.dataDir, 'channels.json'), '{}');
  await start(node);
  await waitFor('copy', () => existsSync(node.databasePath));
  expect(existsSync(join(node.dataDir, 'channels.json'))).toBe(false);
}, 60_000);
