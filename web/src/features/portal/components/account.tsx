import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { portalExtras } from '../../../lib/extras.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { statsQuery } from '../api/get-stats.ts';
import { OwnData } from './own-data.tsx';
import { PageTitle } from './page-title.tsx';
import { Sessions } from './sessions.tsx';

/** What is stored about the customer, and where they are logged in. */
export function Account() {
  const { t } = useTranslation();
  const { data: stats } = useQuery(statsQuery);
  return (
    <>
      <PageTitle>{t('portal.nav.account')}</PageTitle>
      {/* What grows when its answer comes stands below what is as high before. */}
      <OwnData requestedAt={stats?.user.deletion_requested_at ?? null} />
      <Sessions />
      <AccountSections />
    </>
  );
}

/** What modules add. Each comes when its code is there; meanwhile nothing stands in its place. */
function AccountSections() {
  return portalExtras()
    .flatMap(({ name, accountSections = [] }) =>
      accountSections.map((Section, index) => ({ id: `${name} ${index}`, Section })),
    )
    .map(({ id, Section }) => (
      <Suspense key={id}>
        <Section />
      </Suspense>
    ));
}
