import { type Language, languages } from '../../../src/domain/states.ts';
import { sampleRate } from '../../../src/domain/wav.ts';
import { type Piece, pieceTexts } from '../../../src/notify/channels/call/piece-texts.ts';
import type { Voice } from '../../../src/notify/channels/call/voice.ts';

/** A recording as it was heard on a line. */
export interface HeardPiece {
  readonly language: Language;
  /** A name of a site, as its owner spoke it, is `name`. */
  readonly piece: Piece | 'name';
  /** In seconds: from when on, and until when. */
  readonly from: number;
  readonly to: number;
}

/** The pause that a voice makes after what it says. */
const pauseSamples = 0.7 * sampleRate;

/**
 * Makes what knows the recordings of a voice again in what was heard, in their order; one that was cut off it does not.
 * @param isSame whether a sample that was heard is that of a recording; another law than ours rounds otherwise
 */
export function makeRecogniser(
  voice: Voice,
  names: readonly Int16Array[] = [],
  isSame = (heard: number, said: number) => heard === said,
): (heard: Int16Array) => readonly HeardPiece[] {
  const pieces = languages.flatMap((language) =>
    (Object.keys(pieceTexts[language]) as Piece[]).map((piece) => {
      const samples = voice.samplesOf(language, [piece]).subarray(0, -pauseSamples);
      return { language, piece, samples };
    }),
  );
  const sounds = [
    ...pieces,
    ...names.map((samples) => ({ language: languages[0], piece: 'name' as const, samples })),
  ]
    .map(({ samples, ...known }) => {
      const before = samples.findIndex((sample) => sample !== 0);
      const end = samples.findLastIndex((sample) => sample !== 0) + 1;
      // Silence at its ends is lost in the silence of a line.
      return { ...known, before, samples, loud: samples.subarray(before, end) };
    })
    // A shorter one may be how a longer one begins.
    .toSorted((a, b) => b.loud.length - a.loud.length);

  return (heard) => {
    const found: HeardPiece[] = [];
    for (let at = 0; at < heard.length; ) {
      const start = at;
      const sound =
        heard[at] === 0 ? undefined : sounds.find(({ loud }) => isAt(heard, loud, start, isSame));
      if (sound === undefined) {
        at += 1;
        continue;
      }
      const { language, piece, before, samples } = sound;
      const first = at - before;
      const seconds = (sample: number) => sample / sampleRate;
      found.push({ language, piece, from: seconds(first), to: seconds(first + samples.length) });
      at += sound.loud.length;
    }
    return found;
  };
}

/** Steps of A-law (ITU-T G.711) are a sixteenth of what is loud, and 16 of what is not. */
export function isSameByALaw(heard: number, said: number): boolean {
  return Math.abs(heard - said) <= Math.max(16, Math.abs(said) / 16);
}

function isAt(
  all: Int16Array,
  part: Int16Array,
  at: number,
  isSame: (heard: number, said: number) => boolean,
): boolean {
  if (at + part.length > all.length) return false;
  return part.every((sample, index) => isSame(all[at + index] ?? 0, sample));
}
