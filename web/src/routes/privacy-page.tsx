import { addTexts } from '../lib/i18n.ts';
import { pickTexts } from '../pick-texts.ts' with { type: 'macro' };

await addTexts({
  th: () => pickTexts('th', 'privacy'),
  en: () => pickTexts('en', 'privacy'),
});

export { PrivacyPage } from '../features/privacy/privacy-page.tsx';
