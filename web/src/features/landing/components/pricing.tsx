import { RotateCw } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { formatBaht } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { packages } from '../packages.ts';
import { hasBot, usePublicInfo } from '../use-public-info.ts';
import { PriceCard } from './price-card.tsx';
import { Section } from './section.tsx';

/** Three packages and the renewal, at the prices this server has now. */
export function Pricing() {
  const { t } = useTranslation();
  const { info, isDown, isAsking, retry } = usePublicInfo();
  return (
    <Section
      id="pricing"
      title={t('price.title')}
      lead={t(hasBot(info) ? 'price.lead' : 'price.lead_no_bot')}
    >
      <noscript>
        <p className="mb-6 text-muted">{t('price.no_script')}</p>
      </noscript>
      {!info && isDown && (
        <Notice
          kind="error"
          title={t('price.failed')}
          className="mb-6"
          action={
            <Button
              look="secondary"
              isBusy={isAsking}
              icon={<RotateCw aria-hidden="true" className="size-4" />}
              onClick={retry}
            >
              {t('ui.retry')}
            </Button>
          }
        >
          {t('price.failed_hint')}
        </Notice>
      )}
      <ul
        aria-busy={!info && isAsking}
        className="grid items-stretch gap-5 md:grid-cols-3 md:gap-4 lg:gap-6"
      >
        {packages.map((offer) => (
          <li key={offer.id}>
            <PriceCard offer={offer} />
          </li>
        ))}
      </ul>
      <Renewal />
    </Section>
  );
}

function Renewal() {
  const { t } = useTranslation();
  const { info, isDown } = usePublicInfo();
  if (!info && isDown) return null;
  return (
    <p className="mt-8 text-center text-muted tabular-nums">
      {info ? (
        t('price.renewal', {
          price: formatBaht(info.prices.renewal),
          count: info.keyValidityYears,
        })
      ) : (
        <Skeleton className="w-48" />
      )}
    </p>
  );
}
