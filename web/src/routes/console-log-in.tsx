import { addTexts } from '../lib/i18n.ts';
import { pickTexts } from '../pick-texts.ts' with { type: 'macro' };

await addTexts({
  th: () => pickTexts('th', 'consoleLogIn'),
  en: () => pickTexts('en', 'consoleLogIn'),
});

export { LogInPage } from '../features/console/components/log-in-page.tsx';
