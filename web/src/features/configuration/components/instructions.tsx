import { buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Fold } from '../../../components/ui/fold.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { FlashingLinkText, flashingPage } from './flashing-link.tsx';

/** Where to go when the board has no firmware yet, and how it is done from the begin. */
export function Instructions() {
  const { t } = useTranslation();
  const steps = [
    t('configure.help.cable'),
    t('configure.help.connect'),
    t('configure.help.fill'),
    t('configure.help.configure'),
    t('configure.help.wait'),
  ];
  return (
    <>
      <Card className="flex min-w-0 flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-3 sm:px-5">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-semibold">{t('configure.flashing.title')}</h2>
          <p className="text-muted text-sm">{t('configure.flashing.text')}</p>
        </div>
        <a {...flashingPage} className={buttonClasses('secondary', undefined, 'small')}>
          <FlashingLinkText />
        </a>
      </Card>
      <Fold title={t('configure.help.title')}>
        <ol className="list-decimal space-y-1.5 pl-5 text-sm marker:font-semibold marker:text-accent-text">
          {steps.map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
        <p className="mt-4 text-muted text-xs">{t('serial.support')}</p>
      </Fold>
    </>
  );
}
