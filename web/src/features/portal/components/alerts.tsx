import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { LineAccountDialog } from './line-account-dialog.tsx';
import { MessengerSection } from './messenger-section.tsx';
import { PageTitle } from './page-title.tsx';
import { WithStats } from './with-stats.tsx';

/** Who is told, and when. */
export function Alerts() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('portal.nav.alerts')}</PageTitle>
      <WithStats skeleton={<Skeleton className="block h-64 w-full" />}>
        {({ messenger }) => <MessengerSection messenger={messenger} />}
      </WithStats>
      <LineAccountDialog />
    </>
  );
}
