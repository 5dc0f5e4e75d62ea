/**
 * The executable of a release that changes the database and then does not start: the last migration is a
 * later one's (make-releases.ts), and `serve` ends once it has run.
 */
import { loadConfig } from '../../src/installation/config.ts';
import { openData } from '../../src/main/open-data.ts';
import { realTime } from '../../src/server/clock.ts';

if (process.argv[2] === 'serve') {
  process.umask(0o077);
  const data = process.argv[process.argv.indexOf('--data') + 1];
  await openData(loadConfig({ data }, process.env), realTime, [], undefined);
  throw new Error('broken');
}
await import('../../src/cli/main.ts');
