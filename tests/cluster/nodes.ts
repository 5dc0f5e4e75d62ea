/** Machines of one installation, each a process group of its own that can be killed and held. */
import { Database } from 'bun:sqlite';
import { copyFileSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { databasePath } from '../../src/installation/paths.ts';
import { findLastingPort, type Home } from '../e2e/harness.ts';
import type { NatsServer } from './nats.ts';
import { onLoopback, type Place } from './place.ts';

export interface NodeSettings {
  readonly home: Pick<Home, 'dir' | 'binary'>;
  readonly name: string;
  readonly dataDir: string;
  readonly nats: readonly NatsServer[];
  readonly env: Readonly<Record<string, string>>;
  /** Default: the loopback. */
  readonly place?: Place;
}

export class TestNode {
  readonly name: string;
  readonly dataDir: string;
  readonly http: number;
  readonly mqtt: number;
  readonly logPath: string;
  readonly place: Place;
  readonly #settings: NodeSettings;
  #child: Bun.Subprocess | null = null;

  static async make(settings: NodeSettings): Promise<TestNode> {
    return new TestNode(settings, await findLastingPort(), await findLastingPort());
  }

  private constructor(settings: NodeSettings, http: number, mqtt: number) {
    this.#settings = settings;
    this.name = settings.name;
    this.dataDir = settings.dataDir;
    this.place = settings.place ?? onLoopback.place(0, settings.dataDir);
    this.http = http;
    this.mqtt = mqtt;
    this.logPath = join(settings.home.dir, `${settings.name}.log`);
  }

  get url(): string {
    return `http://${this.place.host}:${this.http}`;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && !this.#child.killed;
  }

  /** @param binary of another release */
  start(binary = this.#settings.home.binary): void {
    const { home, nats, env } = this.#settings;
    const log = openSync(this.logPath, 'a');
    this.#child = Bun.spawn(
      [
        ...this.place.command,
        ...[binary, 'serve', '--data', this.dataDir, '--host', this.place.host],
        ...['--port', String(this.http), '--mqtt-port', String(this.mqtt)],
        ...['--cluster', nats.map(({ host, port }) => `nats://${host}:${port}`).join(',')],
        ...['--cluster-node', this.name, '--cluster-address', this.url],
      ],
      { cwd: home.dir, env, stdin: 'ignore', stdout: log, stderr: log },
    );
  }

  /** The node's process, and the server that it may have started. */
  #processes(): number[] {
    const own = this.#child?.pid;
    if (own === undefined) return [];
    const children = Bun.spawnSync(['pgrep', '-P', String(own)]).stdout.toString();
    return [own, ...children.split('\n').filter(Boolean).map(Number)];
  }

  /** To all of its processes, as when the machine itself stands still. */
  signal(signal: NodeJS.Signals): void {
    for (const pid of this.#processes()) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has just ended.
      }
    }
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.#child?.exited;
    this.#child = null;
  }

  /**
   * Asks it to end, as systemd does where an old unit stays: all of its processes at once.
   * @returns its exit code
   */
  async stop(): Promise<number> {
    this.signal('SIGTERM');
    const code = (await this.#child?.exited) ?? 0;
    this.#child = null;
    return code;
  }

  /** Whether it leads. */
  async leads(): Promise<boolean> {
    const limit = AbortSignal.timeout(1_000);
    const answer = await fetch(`${this.url}/readyz`, { signal: limit }).catch(() => null);
    return answer?.status === 200;
  }

  readLog(): string {
    return readFileSync(this.logPath, 'utf8');
  }

  /** A copy of the database as it is now, with all that was committed. */
  copy(): Database {
    const from = databasePath(this.dataDir);
    const to = join(this.#settings.home.dir, `${this.name}-copy.db`);
    for (const end of ['', '-wal', '-shm']) rmSync(`${to}${end}`, { force: true });
    for (const end of ['', '-wal']) {
      if (existsSync(`${from}${end}`)) copyFileSync(`${from}${end}`, `${to}${end}`);
    }
    return new Database(to);
  }

  /** Of everything in the database, page by page. */
  contentHash(): string {
    const copy = this.copy();
    copy.run('PRAGMA wal_checkpoint(TRUNCATE)');
    const path = copy.filename;
    copy.close();
    return Bun.hash(readFileSync(path)).toString(16);
  }
}
