/** What was said: a recording is known again by its samples, so that another order, or another length, is not. */

import { type Language, languages } from '../../../src/domain/states.ts';
import { readSamples, sampleRate } from '../../../src/domain/wav.ts';
import { type Piece, pieceTexts } from '../../../src/notify/channels/call/piece-texts.ts';
import { Voice } from '../../../src/notify/channels/call/voice.ts';

/** The pause after a sentence. */
const pauseSamples = 0.7 * sampleRate;

const known = languages.map((language) => {
  const voice = new Voice(null);
  const names = Object.keys(pieceTexts[language]) as Piece[];
  const sounds = names.map((name) => {
    const { samples } = readSamples(voice.speak(language, [name]));
    return { name, samples: samples.subarray(0, samples.length - pauseSamples) };
  });
  // A shorter one may be how a longer one begins.
  return { language, sounds: sounds.toSorted((a, b) => b.samples.length - a.samples.length) };
});

export interface Heard {
  readonly language: Language;
  /** A name that an owner has spoken stands as `name`. */
  readonly pieces: readonly (Piece | 'name')[];
  readonly words: string;
}

/** After a name that an owner has spoken. */
const nameGap = 0.15 * sampleRate;

/**
 * @param names samples of names that owners have spoken
 * @throws Error when a part of it is no recording, or it is no sound that a phone can be played
 */
export function recognise(wav: Uint8Array, names: readonly Int16Array[] = []): Heard {
  const { rate, samples } = readSamples(wav);
  if (rate !== sampleRate) throw new Error(`${rate} Hz`);
  const spoken = samples.subarray(0, samples.length - pauseSamples);
  if (samples.subarray(spoken.length).some((sample) => sample !== 0)) throw new Error('no pause');
  for (const { language, sounds } of known) {
    const pieces: (Piece | 'name')[] = [];
    let at = 0;
    while (at < spoken.length) {
      const from = at;
      const name = names.find((samples) => startsAt(spoken, samples, from));
      if (name !== undefined) {
        pieces.push('name');
        at += name.length + nameGap;
        continue;
      }
      const sound = sounds.find(({ samples: its }) => startsAt(spoken, its, at));
      if (sound === undefined) break;
      pieces.push(sound.name);
      at += sound.samples.length;
    }
    if (at !== spoken.length || at === 0) continue;
    const texts: Readonly<Record<string, string>> = pieceTexts[language];
    return { language, pieces, words: pieces.map((piece) => texts[piece] ?? piece).join(' ') };
  }
  throw new Error('this is not what our recordings sound like');
}

function startsAt(all: Int16Array, part: Int16Array, at: number): boolean {
  return (
    at + part.length <= all.length && part.every((sample, index) => all[at + index] === sample)
  );
}
