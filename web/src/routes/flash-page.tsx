import { addTexts } from '../lib/i18n.ts';
import { pickTexts } from '../pick-texts.ts' with { type: 'macro' };

await addTexts({ th: pickTexts('th', 'flash'), loadEnglish: async () => pickTexts('en', 'flash') });

export { FlashPage } from '../features/configuration/components/flash-page.tsx';
