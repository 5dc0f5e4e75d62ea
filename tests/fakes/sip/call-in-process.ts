/**
 * A process that calls a number by SIP and says so once the phone rings: `bun call-in-process.ts SERVER FOLDER NUMBER`.
 * Whoever started it kills it.
 */
import { SipWay } from '../../../src/notify/channels/call/sip/sip-way.ts';
import { Voice } from '../../../src/notify/channels/call/voice.ts';
import { realTime } from '../../../src/server/clock.ts';
import { sipAccount } from './fake-exchange.ts';

const [server = '', folder = '', to = ''] = process.argv.slice(2);
const quiet = () => {};
const way = new SipWay({
  account: { ...sipAccount, server, dial: '{to}' },
  ...{ folder, homeCode: '66', atOnce: 1, setTimer: realTime.setTimer },
  voice: new Voice(null),
  leftAlone: { add: quiet, has: () => false },
  acknowledge: quiet,
  log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
});
await way.place({ subject: 'test', language: 'en', pieces: ['test'], to, notificationId: null });
process.stdout.write('called\n');
// Nothing else keeps the process.
setInterval(() => {}, 60_000);
