import { afterEach, expect, mock, test } from 'bun:test';
import { readSpokenName } from '../../../../src/domain/devices/spoken-name.ts';
import { readSamples, sampleRate } from '../../../../src/domain/wav.ts';
import { playName, startRecording, toBase64, toNameFile } from './record-name.ts';

/** Seconds of silence, of a voice, and of silence again. */
const spoken = (before: number, seconds: number, after: number, loudness = 0.1) =>
  Float32Array.from({ length: (before + seconds + after) * sampleRate }, (_, at) => {
    const isSpoken = at >= before * sampleRate && at < (before + seconds) * sampleRate;
    return isSpoken ? loudness * Math.sin(at / 3) : 0.0005 * Math.sin(at);
  });

test('a name loses the silence around it, and is as loud as the sentence', () => {
  const file = toNameFile(spoken(1.5, 1, 2)) ?? new Uint8Array();
  const { rate, samples } = readSamples(file);
  expect(rate).toBe(sampleRate);
  expect(samples.length / sampleRate).toBeCloseTo(1.16, 1);
  expect(Math.max(...samples) / 32_767).toBeCloseTo(0.6, 1);
  // The server takes it as it is.
  expect(readSpokenName(file)).toHaveLength(samples.length);
  expect(toBase64(file).length).toBeLessThan(54_000);
});

test('one that is longer than may be ends there, and fits into a body', () => {
  const file = toNameFile(spoken(0, 5.9, 0)) ?? new Uint8Array();
  expect(readSpokenName(file)).toHaveLength(5 * sampleRate);
  expect(toBase64(file).length).toBeLessThan(54_000);
});

test('where nobody spoke there is no name', () => {
  expect(toNameFile(spoken(2, 0, 1))).toBeNull();
  expect(toNameFile(new Float32Array())).toBeNull();
});

const { mediaDevices } = navigator;
afterEach(() => {
  Object.assign(navigator, { mediaDevices });
  for (const name of ['MediaRecorder', 'AudioContext']) Reflect.deleteProperty(globalThis, name);
});

/** A microphone whose light is on until `stop` is called. */
function lendMicrophone() {
  const stop = mock();
  const getUserMedia = async () => ({ getTracks: () => [{ stop }] });
  Object.assign(navigator, { mediaDevices: { getUserMedia } });
  return stop;
}

test.each(['is made', 'starts', 'records'])(
  'a recorder that fails as it %s gives the microphone back',
  async (when) => {
    const stop = lendMicrophone();
    class Recorder extends EventTarget {
      state = 'recording';
      constructor() {
        super();
        if (when === 'is made') throw new Error(when);
      }
      start() {
        if (when === 'starts') throw new Error(when);
        queueMicrotask(() => this.dispatchEvent(new Event('error')));
      }
      stop() {}
    }
    Object.assign(globalThis, { MediaRecorder: Recorder });
    const recording = startRecording();
    if (when === 'records') {
      await recording;
      await Promise.resolve();
      expect(stop).toHaveBeenCalled();
      await expect((await recording).stop()).rejects.toThrow('the recorder failed');
    } else {
      await expect(recording).rejects.toThrow(when);
      expect(stop).toHaveBeenCalled();
    }
  },
);

/** Sound that ends when the test says so. */
class FakeContext {
  static latest: FakeContext;
  state = 'running';
  destination = {};
  source: { onended: (() => void) | null } & Record<string, unknown> = { onended: null };
  constructor() {
    FakeContext.latest = this;
  }
  createBuffer() {
    return { copyToChannel() {} };
  }
  createBufferSource() {
    return Object.assign(this.source, { connect() {}, start() {} });
  }
  async close() {
    if (this.state === 'closed') throw new Error('is closed');
    this.state = 'closed';
  }
}
const file = () => toBase64(toNameFile(spoken(0, 1, 0)) ?? new Uint8Array());

test('a name that is played tells of its end, but not once it was stopped', () => {
  Object.assign(globalThis, { AudioContext: FakeContext });
  const onEnd = mock();
  const stopFirst = playName(file(), onEnd);
  const first = FakeContext.latest;
  stopFirst();
  expect(first.state).toBe('closed');
  // The browser says so later.
  first.source.onended?.();
  expect(onEnd).not.toHaveBeenCalled();
  const stopSecond = playName(file(), onEnd);
  FakeContext.latest.source.onended?.();
  expect(onEnd).toHaveBeenCalledTimes(1);
  stopSecond();
  expect(FakeContext.latest.state).toBe('closed');
});

test('sound that cannot be played is let go', () => {
  class Broken extends FakeContext {
    override createBufferSource(): never {
      throw new Error('no sound here');
    }
  }
  Object.assign(globalThis, { AudioContext: Broken });
  expect(() => playName(file(), () => {})).toThrow('no sound here');
  expect(FakeContext.latest.state).toBe('closed');
});
