import { PageHeader } from '../../../components/ui/page-header.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { ShopCard } from './shop-card.tsx';

/** What visitors read of whoever sells here. */
export function FrontPagePage() {
  const { t } = useTranslation();
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <PageHeader title={t('settings.shop.title')} text={t('settings.shop.page')} />
      <ShopCard />
    </div>
  );
}
