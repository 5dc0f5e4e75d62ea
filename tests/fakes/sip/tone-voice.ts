import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Prng } from '../../../src/domain/prng.ts';
import { languages } from '../../../src/domain/states.ts';
import { wavOf } from '../../../src/domain/wav.ts';
import { pieceTexts } from '../../../src/notify/channels/call/piece-texts.ts';
import { tempDir } from '../../support/temp-dir.ts';

/** Long enough that no other is mistaken for it. */
const samples = 320;

/** A folder of recordings that last a moment: a sentence takes a tenth of its time. */
export function makeToneVoice(): string {
  const folder = tempDir('voice');
  for (const language of languages) {
    mkdirSync(join(folder, language));
    for (const piece of Object.keys(pieceTexts[language])) {
      const random = new Prng(`${language} ${piece}`);
      // Both codes of nothing left out (ITU-T G.711): 0x7f and 0xff.
      const bytes = Uint8Array.from({ length: samples }, () => random.between(0, 0x7f));
      writeFileSync(join(folder, language, `${piece}.wav`), wavOf(bytes, 'mu-law'));
    }
  }
  return folder;
}
