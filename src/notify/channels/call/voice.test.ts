import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeMuLaw, readSamples, sampleRate, wavOf } from '../../../domain/wav.ts';
import { Voice } from './voice.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voice-'));
  mkdirSync(join(folder, 'th'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const tone = (seconds: number) =>
  Int16Array.from({ length: seconds * sampleRate }, (_, at) => 8_000 * Math.sin(at / 3));

function speakWith(file: Uint8Array) {
  writeFileSync(join(folder, 'th', 'greeting.wav'), file);
  const faults: string[] = [];
  const voice = new Voice(folder, (fault) => faults.push(fault));
  return { seconds: voice.secondsOf('th', ['greeting']), voice, faults };
}

const ours = new Voice(null).secondsOf('th', ['greeting']);

test('a recording of one’s own takes the place of the machine’s, in either form', () => {
  const samples = tone(2);
  const pcm = wavOf(new Uint8Array(samples.buffer), 'pcm');
  expect(speakWith(pcm)).toMatchObject({ seconds: 2, faults: [] });
  const { seconds, voice } = speakWith(wavOf(encodeMuLaw(samples), 'mu-law'));
  expect(seconds).toBe(2);
  const spoken = readSamples(voice.speak('th', ['greeting'])).samples;
  // µ-law has steps of a sixteenth of what is loud.
  const errors = samples.map((sample, at) => Math.abs(sample - (spoken[at] ?? 0)));
  expect(Math.max(...errors)).toBeLessThanOrEqual(260);
  // What is not there is the machine's.
  expect(voice.secondsOf('th', ['mains_lost'])).toBe(
    new Voice(null).secondsOf('th', ['mains_lost']),
  );
});

test.each([
  ['no sound', new TextEncoder().encode('RIFF and no more'), /no WAV file/],
  ['too long', wavOf(new Uint8Array(tone(7).buffer), 'pcm'), /longer than 6 seconds/],
  ['cut in its head', wavOf(new Uint8Array(0), 'pcm').slice(0, 30), /no sound in it/],
] as const)('one that is %s is not played, and it is said why', (_, file, fault) => {
  const { seconds, voice, faults } = speakWith(file);
  expect(seconds).toBe(ours);
  voice.secondsOf('th', ['greeting']);
  expect(faults).toEqual([expect.stringMatching(fault)]);
});

test('one of another rate, or of two channels, is not played', () => {
  const file = wavOf(new Uint8Array(tone(1).buffer), 'pcm');
  const faster = file.slice();
  new DataView(faster.buffer).setUint32(24, 44_100, true);
  expect(speakWith(faster).faults).toEqual(['th/greeting.wav: 44100 Hz instead of 8000']);
  const stereo = file.slice();
  new DataView(stereo.buffer).setUint16(22, 2, true);
  expect(speakWith(stereo).faults).toEqual(['th/greeting.wav: more than one channel']);
});

test('says a name of its owner’s, and without one that it is one of the sites', () => {
  const name = tone(2);
  const voice = new Voice(null, undefined, (deviceId) =>
    deviceId === 'named' ? encodeMuLaw(name) : null,
  );
  const said = voice.samplesOf('en', [{ nameOf: 'named' }]);
  const before = voice.secondsOf('en', ['at']) * sampleRate;
  const heard = said.subarray(before, before + name.length);
  expect(Math.max(...name.map((sample, at) => Math.abs(sample - (heard[at] ?? 0))))).toBeLessThan(
    261,
  );
  expect(voice.samplesOf('en', [{ nameOf: 'deleted' }])).toEqual(
    voice.samplesOf('en', ['at_one_site']),
  );
});
