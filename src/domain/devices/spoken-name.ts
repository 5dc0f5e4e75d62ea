/** The name of a site in its owner's voice, which calls say in place of its number. */
import { encodeMuLaw, readSamples, sampleRate } from '../wav.ts';

/** A longer one would leave too little of the sentence that it stands in. */
export const longestNameSeconds = 5;
/** A shorter one is a click of the button. */
const shortestNameSeconds = 0.2;
/** What it takes in a body, in base64; a file of µ-law of the longest fits. */
export const mostSoundText = 54_000;

/**
 * Reads the file that a page made of a recording.
 * @returns bytes of µ-law at 8 kHz, as telephones carry them, and nothing else of the file
 * @throws Error that says what is wrong
 */
export function readSpokenName(file: Uint8Array): Uint8Array {
  const { rate, samples } = readSamples(file);
  if (rate !== sampleRate) throw new Error(`${rate} Hz instead of ${sampleRate}`);
  const seconds = samples.length / sampleRate;
  if (seconds > longestNameSeconds) throw new Error(`longer than ${longestNameSeconds} seconds`);
  if (seconds < shortestNameSeconds) {
    throw new Error(`shorter than ${shortestNameSeconds} seconds`);
  }
  return encodeMuLaw(samples);
}
