/** Debian's own smsd with a modem of the test's, in a folder of its own. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FakeModem } from '../modem/fake-modem.ts';

export interface RunningSmsd {
  readonly spool: string;
  readonly pidFile: string;
  readonly log: string;
  stop(): Promise<void>;
}

/** @param spool an empty folder */
export function startSmsd(spool: string, modem: FakeModem): RunningSmsd {
  const folders = ['outgoing', 'checked', 'sent', 'failed', 'incoming'];
  for (const folder of folders) mkdirSync(join(spool, folder));
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
`,
  );
  const smsd = Bun.spawn(['/usr/sbin/smsd', '-t', `-c${config}`], {
    ...{ stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  });
  return {
    ...{ spool, pidFile, log },
    async stop() {
      smsd.kill();
      await smsd.exited;
      if (existsSync(pidFile)) throw new Error('smsd did not end as it should');
    },
  };
}
