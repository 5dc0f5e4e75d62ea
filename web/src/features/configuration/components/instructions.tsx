import { buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { FlashingLinkText, flashingPage } from './flashing-link.tsx';

/** How it is done from the begin, and where to go when the board has no firmware yet. */
export function Instructions() {
  const { t } = useTranslation();
  const steps = [
    t('configure.help.cable'),
    t('configure.help.fill'),
    t('configure.help.connect'),
    t('configure.help.configure'),
    t('configure.help.wait'),
  ];
  return (
    <Card className="min-w-0 p-5 sm:p-6">
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-[3fr_2fr]">
        <div>
          <h2 className="font-semibold text-lg">{t('configure.help.title')}</h2>
          <ol className="mt-2 list-decimal space-y-1.5 pl-5 text-sm marker:font-semibold marker:text-accent-text">
            {steps.map((step) => (
              <li key={step} className="pl-1">
                {step}
              </li>
            ))}
          </ol>
        </div>
        <div className="border-line border-t pt-5 sm:border-t-0 sm:border-l sm:pt-0 sm:pl-8">
          <h2 className="font-semibold text-lg">{t('configure.flashing.title')}</h2>
          <p className="mt-2 text-muted text-sm">{t('configure.flashing.text')}</p>
          <a {...flashingPage} className={buttonClasses('secondary', 'mt-4', 'small')}>
            <FlashingLinkText />
          </a>
        </div>
      </div>
      <p className="mt-5 border-line border-t pt-4 text-muted text-xs">{t('serial.support')}</p>
    </Card>
  );
}
