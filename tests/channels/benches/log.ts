import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeLogChannel } from '../../../src/notify/channels/log/log-channel.ts';
import { tempDir } from '../../support/temp-dir.ts';
import type { ChannelBench } from '../bench.ts';

const onlyAFile = 'the log is a file';

/** A file that gets a line for each message. */
export const bench: ChannelBench<string> = {
  name: 'log',
  open() {
    const at = join(tempDir('log-bench'), 'log');
    return {
      at,
      addresses: [],
      arrived: () =>
        (existsSync(at) ? readFileSync(at, 'utf8') : '')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line))
          .map(({ alert, to }) => ({ address: to, text: alert })),
      failNext: () => {},
      close: () => {},
    };
  },
  connect: (at, log) =>
    makeLogChannel({ ...log, info: (fields) => appendFileSync(at, `${JSON.stringify(fields)}\n`) }),
  neverFails: {
    wait: onlyAFile,
    refused: onlyAFile,
    gone: onlyAFile,
    'answer lost': onlyAFile,
    unreachable: onlyAFile,
  },
};
