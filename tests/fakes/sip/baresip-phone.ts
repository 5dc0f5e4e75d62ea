/** A phone that is a program of others: a second baresip, which answers by itself and records what it hears. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSamples, wavOf } from '../../../src/domain/wav.ts';
import { findBaresip } from '../../../src/notify/channels/call/sip/find-baresip.ts';
import { LineControl } from '../../../src/notify/channels/call/sip/line-control.ts';
import { realTime } from '../../../src/server/clock.ts';
import { until } from '../../support/bot-world.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { freeUdpPort, listensAtUdp } from './udp-ports.ts';

export interface BaresipPhone {
  /** Where it is called. */
  readonly port: number;
  /** Presses a key in the call that goes on (RFC 4733). */
  press(key: string): void;
  hangUp(): void;
  /** All that it heard in its last call. */
  heard(): Int16Array;
  stop(): Promise<void>;
}

/** Longer than any call. */
const silenceSeconds = 90;

/** @param codec which it insists on */
export async function startBaresipPhone(codec: 'PCMU' | 'PCMA' = 'PCMU'): Promise<BaresipPhone> {
  const found = findBaresip();
  if (found === null) throw new Error('baresip is not installed');
  const folder = tempDir('phone');
  const recordings = join(folder, 'heard');
  mkdirSync(recordings);
  const port = await freeUdpPort();
  const password = crypto.randomUUID();
  const ready = Promise.withResolvers<void>();
  const control = new LineControl({
    ...{ password, setTimer: realTime.setTimer },
    ...{ onReady: () => ready.resolve(), onEvent: () => {} },
  });
  const silence = wavOf(new Uint8Array(2 * 8_000 * silenceSeconds), 'pcm');
  writeFileSync(join(folder, 'silence.wav'), silence);
  const config = `module_path ${found.modules}
module g711.so
module aufile.so
module sndfile.so
snd_path ${recordings}
audio_source aufile,silence.wav
audio_player none,none
audio_alert none,none
ausrc_srate 8000
ausrc_channels 1
statmode_default off
sip_listen 127.0.0.1:${port}
mqtt_broker_host 127.0.0.1
mqtt_broker_port ${await control.open()}
mqtt_broker_user phone
mqtt_broker_password ${password}
mqtt_broker_clientid phone
mqtt_basetopic call
module_app mqtt.so
module_app menu.so
module_app account.so
`;
  writeFileSync(join(folder, 'config'), config);
  const account = `<sip:phone@127.0.0.1>;regint=0;answermode=auto;audio_codecs=${codec}/8000/1\n`;
  writeFileSync(join(folder, 'accounts'), account);
  const child = Bun.spawn([found.program, '-f', folder], {
    ...{ cwd: folder, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  });
  // It wants the same port of TCP, which somebody may have.
  if ((await Promise.race([ready.promise, child.exited])) !== undefined) {
    control.close();
    return startBaresipPhone(codec);
  }
  await until(() => listensAtUdp(port));
  return {
    port,
    press: (key) => control.command('sndcode', key),
    hangUp: () => control.command('hangup', ''),
    heard() {
      const file = readdirSync(recordings)
        .filter((name) => name.endsWith('-dec.wav'))
        .sort()
        .at(-1);
      if (file === undefined) throw new Error('the phone has heard nothing');
      const { samples } = readSamples(readFileSync(join(recordings, file)));
      // Its table has 2 where µ-law has nothing.
      return samples.map((sample) => (sample === 2 ? 0 : sample));
    },
    async stop() {
      child.kill();
      await child.exited;
      control.close();
    },
  };
}
