import { PageHeader } from '../../../components/ui/page-header.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { PrivacyCard } from './privacy-card.tsx';

/** What the privacy page says of whoever runs the service, and how long data is kept. */
export function PrivacySettingsPage() {
  const { t } = useTranslation();
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <PageHeader title={t('settings.privacy.title')} text={t('settings.privacy.page')} />
      <PrivacyCard />
    </div>
  );
}
