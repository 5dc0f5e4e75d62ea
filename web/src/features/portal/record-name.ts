/** A name that is spoken into the microphone, as telephones carry sound. */
import { longestNameSeconds } from '../../../../src/domain/devices/spoken-name.ts';
import { encodeMuLaw, readSamples, sampleRate, wavOf } from '../../../../src/domain/wav.ts';

/** Why nothing could be recorded. */
export type RecordingFault = 'not_here' | 'not_allowed' | 'no_microphone' | 'silent' | 'failed';

export interface Recording {
  /** Ends it. @returns what was said, from -1 to 1 at 8 kHz */
  stop(): Promise<Float32Array<ArrayBuffer>>;
  /** Ends it, and throws away what was said. */
  cancel(): void;
}

/** Whether this browser gives the page a microphone at all: over plain HTTP it does not. */
export function canRecord(): boolean {
  return 'mediaDevices' in navigator && 'MediaRecorder' in window;
}

/** @throws what the browser says where it gives no microphone; `faultOf` knows it */
export async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const letGo = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    return record(stream, letGo);
  } catch (error) {
    letGo();
    throw error;
  }
}

/** @param letGo gives the microphone back; called however the recording ends */
function record(stream: MediaStream, letGo: () => void): Recording {
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  const ended = Promise.withResolvers<boolean>();
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  recorder.addEventListener('stop', () => ended.resolve(true));
  recorder.addEventListener('error', () => {
    letGo();
    ended.resolve(false);
  });
  recorder.start();
  const end = () => {
    try {
      if (recorder.state !== 'inactive') recorder.stop();
    } finally {
      letGo();
    }
  };
  return {
    stop: async () => {
      end();
      if (!(await ended.promise)) throw new Error('the recorder failed');
      return decode(await new Blob(parts).arrayBuffer());
    },
    cancel: end,
  };
}

export function faultOf(error: unknown): RecordingFault {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'not_allowed';
  if (name === 'NotFoundError' || name === 'NotReadableError') return 'no_microphone';
  return 'failed';
}

/** Decoding brings it to the rate of the context, and all channels become one. */
async function decode(file: ArrayBuffer): Promise<Float32Array<ArrayBuffer>> {
  const buffer = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(file);
  const mixed = new Float32Array(buffer.length);
  for (let channel = 0; channel < buffer.numberOfChannels; channel += 1) {
    const samples = buffer.getChannelData(channel);
    for (let at = 0; at < mixed.length; at += 1) {
      mixed[at] = (mixed[at] ?? 0) + (samples[at] ?? 0) / buffer.numberOfChannels;
    }
  }
  return mixed;
}

/** Of the loudest moment: what is below is a room without anybody who speaks. */
const quietPart = 0.04;
/** Softer than this nobody has spoken. */
const softest = 0.01;
/** What is left before and after a name, in samples. */
const margin = 0.08 * sampleRate;
/** How loud it is said, as the recordings around it. */
const loudness = 0.6;

/**
 * A name without the silence around it, as loud as what is said before and after it.
 * @param said from -1 to 1, at 8 kHz
 * @returns a WAV file of µ-law. Null: nobody spoke
 */
export function toNameFile(said: Float32Array): Uint8Array<ArrayBuffer> | null {
  const peak = said.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  if (peak < softest) return null;
  const isLoud = (sample: number) => Math.abs(sample) > peak * quietPart;
  const from = Math.max(0, said.findIndex(isLoud) - margin);
  const to = Math.min(said.length, said.findLastIndex(isLoud) + margin);
  const name = said.subarray(from, Math.min(to, from + longestNameSeconds * sampleRate));
  const samples = Int16Array.from(name, (sample) => (sample / peak) * loudness * 32_767);
  return wavOf(encodeMuLaw(samples), 'mu-law');
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/**
 * Plays a file of a name.
 * @param onEnd called when it was played to its end
 * @returns ends it sooner; `onEnd` is then not called
 * @throws where the file cannot be read, or the browser plays no sound
 */
export function playName(base64: string, onEnd: () => void): () => void {
  const file = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const { samples } = readSamples(file);
  const context = new AudioContext();
  const close = () => {
    if (context.state !== 'closed') void context.close();
  };
  try {
    const source = play(context, samples);
    source.onended = () => {
      close();
      onEnd();
    };
    return () => {
      source.onended = null;
      close();
    };
  } catch (error) {
    close();
    throw error;
  }
}

function play(context: AudioContext, samples: Int16Array): AudioBufferSourceNode {
  const buffer = context.createBuffer(1, samples.length, sampleRate);
  buffer.copyToChannel(
    Float32Array.from(samples, (sample) => sample / 32_768),
    0,
  );
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
  return source;
}
