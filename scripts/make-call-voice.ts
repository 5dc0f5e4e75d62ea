/**
 * Has the recordings of the channel `call` spoken by Debian's espeak-ng, once: `bun scripts/make-call-voice.ts`.
 * Each language is one file, the recordings one after the other (WAV, 8 kHz, mono, µ-law); `pieces.json` says where
 * each begins and how long it is. The build does not need espeak-ng.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeMuLaw, readSamples, sampleRate, wavOf } from '../src/domain/wav.ts';
import { pieceTexts } from '../src/notify/channels/call/piece-texts.ts';

const folder = join(import.meta.dir, '../src/notify/channels/call/voice');
/** Another one: `ESPEAK_NG="/opt/espeak-ng --path=/opt/share"`. */
const espeak = (process.env['ESPEAK_NG'] ?? 'espeak-ng').split(' ');
const voices = { en: ['-v', 'en-us', '-s', '175'], th: ['-v', 'th', '-s', '225'] } as const;
/** Below this a sample is silence. */
const silence = 250;
/** What is left between two recordings. */
const pauseSeconds = 0.03;

const work = mkdtempSync(join(tmpdir(), 'voice-'));
const index: Record<string, Record<string, readonly [at: number, length: number]>> = {};
for (const [language, texts] of Object.entries(pieceTexts)) {
  const places: Record<string, readonly [number, number]> = {};
  const spoken: Int16Array[] = [];
  let at = 0;
  for (const [name, text] of Object.entries<string>(texts)) {
    const samples = trim(speak(text, voices[language as keyof typeof voices]));
    places[name] = [at, samples.length];
    spoken.push(samples);
    at += samples.length;
  }
  index[language] = places;
  const all = Int16Array.from(spoken.flatMap((samples) => [...samples]));
  writeFileSync(join(folder, `${language}.wav`), wavOf(encodeMuLaw(all), 'mu-law'));
}
writeFileSync(join(folder, 'pieces.json'), `${JSON.stringify(index, null, 2)}\n`);
rmSync(work, { recursive: true });

function speak(text: string, voice: readonly string[]): Int16Array {
  const file = join(work, 'spoken.wav');
  const done = Bun.spawnSync([...espeak, ...voice, '-w', file, text]);
  if (!done.success) throw new Error(done.stderr.toString());
  const { rate, samples } = readSamples(readFileSync(file));
  return resample(samples, rate);
}

/** Through a low-pass below half of the new rate: a windowed sinc, 32 of its zeros wide. */
function resample(samples: Int16Array, rate: number): Int16Array {
  const step = rate / sampleRate;
  const cutoff = 0.9 / step;
  const reach = Math.ceil(16 / cutoff);
  return Int16Array.from({ length: Math.floor(samples.length / step) }, (_, index) => {
    const centre = index * step;
    let sum = 0;
    let weight = 0;
    for (let near = Math.ceil(centre - reach); near <= centre + reach; near += 1) {
      const distance = near - centre;
      const angle = Math.PI * cutoff * distance;
      const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
      const factor = sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / reach));
      sum += (samples[near] ?? 0) * factor;
      weight += factor;
    }
    return Math.max(-32_768, Math.min(32_767, Math.round(sum / weight)));
  });
}

function trim(samples: Int16Array): Int16Array {
  const isLoud = (sample: number) => Math.abs(sample) > silence;
  const first = Math.max(0, samples.findIndex(isLoud));
  const last = samples.findLastIndex(isLoud);
  const pause = new Int16Array(Math.round(pauseSeconds * sampleRate));
  return Int16Array.from([...samples.subarray(first, last + 1), ...pause]);
}
