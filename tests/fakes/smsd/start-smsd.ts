/** Debian's own smsd with a modem of the test's, in a folder of its own. */
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { until } from '../../support/bot-world.ts';
import type { FakeModem } from '../modem/fake-modem.ts';

export interface RunningSmsd {
  readonly spool: string;
  readonly pidFile: string;
  readonly log: string;
  stop(): Promise<void>;
}

/**
 * Resolves once it is ready to send. A signal that comes before never reaches the process of its modem, and smsd then
 * waits for that without end.
 * @param spool an empty folder
 * @param signalEverySeconds how often it asks the modem for its signal, which sends nothing meanwhile
 */
export async function startSmsd(
  spool: string,
  modem: FakeModem,
  signalEverySeconds = 300,
): Promise<RunningSmsd> {
  const folders = ['outgoing', 'checked', 'sent', 'failed', 'incoming'];
  for (const folder of folders) mkdirSync(join(spool, folder));
  const user = process.getuid?.() === 0 ? setRights(spool, folders, modem) : [];
  const [config, pidFile, log] = ['smsd.conf', 'smsd.pid', 'smsd.log'].map((name) =>
    join(spool, name),
  ) as [string, string, string];
  writeFileSync(
    config,
    `devices = GSM1
${folders.map((folder) => `${folder} = ${join(spool, folder)}`).join('\n')}
logfile = ${log}
infofile = ${join(spool, 'smsd.working')}
pidfile = ${pidFile}
# The shortest that it takes.
delaytime = 1
errorsleeptime = 1
blocktime = 1
receive_before_send = no
autosplit = 3
loglevel = 7

[GSM1]
device = ${modem.path}
incoming = no
baudrate = 115200
# It looks for an answer every millisecond, and tries nothing twice.
poll_faster = 100
send_retries = 0
regular_run_interval = ${signalEverySeconds}
regular_run_cmd = AT+CSQ
regular_run_statfile = ${join(spool, 'signal')}
`,
  );
  const smsd = Bun.spawn(['/usr/sbin/smsd', '-t', `-c${config}`, ...user], {
    ...{ stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
    // It tries its shell with a file there, and the folder of a run belongs to whoever runs the tests.
    env: { ...process.env, TMPDIR: spool },
  });
  await until(() => existsSync(log) && readFileSync(log, 'utf8').includes('Waiting for messages'));
  return {
    ...{ spool, pidFile, log },
    async stop() {
      smsd.kill();
      await smsd.exited;
      if (existsSync(pidFile)) throw new Error('smsd did not end as it should');
    },
  };
}

/**
 * As Debian has it: the folders belong to the group `smsd`, and smsd runs in another one.
 * @returns the options for smsd
 */
function setRights(spool: string, folders: readonly string[], modem: FakeModem): string[] {
  const [user, group] = ['-u', '-g'].map((option) =>
    Number(Bun.spawnSync(['id', option, 'smsd']).stdout.toString()),
  ) as [number, number];
  // The temporary folder of the tests lies in that of the whole run.
  for (const folder of [dirname(spool), process.env['TESTS_RUN_IN'] ?? []].flat()) {
    chmodSync(folder, 0o711);
  }
  for (const path of [spool, ...folders.map((folder) => join(spool, folder))]) {
    chownSync(path, user, group);
    chmodSync(path, 0o3775);
  }
  chmodSync(modem.path, 0o666);
  return ['-usmsd', '-gdialout'];
}
