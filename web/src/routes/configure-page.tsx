import { addTexts } from '../lib/i18n.ts';
import { pickTexts } from '../pick-texts.ts' with { type: 'macro' };

await addTexts({
  th: () => pickTexts('th', 'configure'),
  en: () => pickTexts('en', 'configure'),
});

export { ConfigurePage } from '../features/configuration/configure-page.tsx';
