import { useTranslation } from 'react-i18next';
import type { PublicInfo } from '../../../../../src/contract/public-info.ts';
import { Card } from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { formatBaht } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';

const packages = [
  { price: 'keyOnly', name: 'price.key_only' },
  { price: 's2Mini', name: 'price.s2_mini' },
  { price: 'tDisplay', name: 'price.t_display' },
  { price: 'renewal', name: 'price.renewal' },
] as const;

export function PriceList({ info, isDown }: { info: PublicInfo | undefined; isDown: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const missing = isDown ? '–' : <Skeleton className="w-14" />;
  return (
    <Card className="p-5 sm:p-7">
      <h3 className="font-semibold text-lg">{t('price.title')}</h3>
      <p className="mt-1 text-muted text-sm">
        {info ? t('price.validity', { count: info.keyValidityYears }) : t('price.from_server')}
      </p>
      <dl className="mt-3 divide-y divide-line text-sm">
        {packages.map(({ price, name }) => (
          <div key={price} className="flex items-center justify-between gap-4 py-2.5">
            <dt>{t(name)}</dt>
            <dd className="font-semibold tabular-nums">
              {info ? formatBaht(info.prices[price], language) : missing}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
