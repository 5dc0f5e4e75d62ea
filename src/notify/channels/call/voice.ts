import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../../domain/states.ts';
import { decodeMuLaw, readSamples, sampleRate, wavOf } from '../../../domain/wav.ts';
import type { ChannelTools } from '../../channel-kind.ts';
import type { Piece, Said } from './piece-texts.ts';
import en from './voice/en.wav' with { type: 'file' };
import places from './voice/pieces.json' with { type: 'json' };
import th from './voice/th.wav' with { type: 'file' };

const files: Readonly<Record<Language, string>> = { en, th };

/** Between a sentence and its repetition. */
const pause = new Int16Array(0.7 * sampleRate);
/** After a name of somebody's own, which may end with its last sound. */
const nameGap = new Int16Array(0.15 * sampleRate);

/** Reads recordings, which is put off until somebody is called. */
export class Voice {
  readonly #folder: string | null;
  readonly #onFault: (fault: string) => void;
  readonly #spokenNameOf: ChannelTools['spokenNameOf'];
  readonly #spoken = new Map<Language, Int16Array>();
  readonly #own = new Map<string, Int16Array | null>();

  /**
   * @param folder of an operator's own recordings, as `th/greeting.wav` (8 kHz, one channel); one that is not there is
   *   said by the machine, and so is one that cannot be read. Null: there are none
   * @param onFault is told why, once for each
   * @param spokenNameOf left out: there are no names of sites
   */
  constructor(
    folder: string | null,
    onFault: (fault: string) => void = () => {},
    spokenNameOf: ChannelTools['spokenNameOf'] = () => null,
  ) {
    this.#folder = folder;
    this.#onFault = onFault;
    this.#spokenNameOf = spokenNameOf;
  }

  /**
   * One recording after the other, and a pause, as a WAV file of 16 bits.
   * @throws Error when there is no such recording
   */
  speak(language: Language, pieces: readonly Said[]): Uint8Array<ArrayBuffer> {
    const samples = this.samplesOf(language, pieces);
    const bytes = new Uint8Array(2 * samples.length);
    const view = new DataView(bytes.buffer);
    samples.forEach((sample, at) => {
      view.setInt16(2 * at, sample, true);
    });
    return wavOf(bytes, 'pcm');
  }

  /** As of `speak`, without the head of a file. */
  samplesOf(language: Language, pieces: readonly Said[]): Int16Array {
    return inARow([...pieces.map((piece) => this.#read(language, piece)), pause]);
  }

  secondsOf(language: Language, pieces: readonly Said[]): number {
    const samples = pieces.reduce((sum, piece) => sum + this.#read(language, piece).length, 0);
    return samples / sampleRate;
  }

  #read(language: Language, said: Said): Int16Array {
    if (typeof said === 'string') return this.#readPiece(language, said);
    const name = this.#spokenNameOf(said.nameOf);
    // It may have been deleted since the sentence was made.
    if (name === null) return this.#readPiece(language, 'at_one_site');
    return inARow([this.#readPiece(language, 'at'), decodeMuLaw(name), nameGap]);
  }

  #readPiece(language: Language, piece: Piece): Int16Array {
    const place = (places[language] as Record<string, number[]>)[piece];
    if (place === undefined) throw new Error(`no recording ${language}/${piece}`);
    const own = this.#readOwn(`${language}/${piece}.wav`);
    if (own !== null) return own;
    const [at = 0, length = 0] = place;
    return this.#readSpoken(language).subarray(at, at + length);
  }

  #readSpoken(language: Language): Int16Array {
    const known = this.#spoken.get(language);
    if (known !== undefined) return known;
    const { samples } = readSamples(readFileSync(files[language]));
    this.#spoken.set(language, samples);
    return samples;
  }

  #readOwn(name: string): Int16Array | null {
    if (this.#folder === null) return null;
    const known = this.#own.get(name);
    if (known !== undefined) return known;
    const path = join(this.#folder, name);
    const own = existsSync(path) ? this.#tryOwn(path, name) : null;
    this.#own.set(name, own);
    return own;
  }

  #tryOwn(path: string, name: string): Int16Array | null {
    try {
      return readOwnFile(path);
    } catch (error) {
      this.#onFault(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }
}

function inARow(sounds: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(sounds.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const samples of sounds) {
    all.set(samples, at);
    at += samples.length;
  }
  return all;
}

/** A recording of one's own may be no longer than this: the whole sentence is to last 15. */
const longestSeconds = 6;

/** @throws Error that says what is wrong */
function readOwnFile(path: string): Int16Array {
  const { rate, samples } = readSamples(readFileSync(path));
  if (rate !== sampleRate) throw new Error(`${rate} Hz instead of ${sampleRate}`);
  if (samples.length > longestSeconds * sampleRate) {
    throw new Error(`longer than ${longestSeconds} seconds`);
  }
  return samples;
}
