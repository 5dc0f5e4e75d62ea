import { Suspense } from 'react';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { portalExtras } from '../../../lib/extras.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { OwnData } from './own-data.tsx';
import { PageTitle } from './page-title.tsx';
import { Sessions } from './sessions.tsx';
import { WithStats } from './with-stats.tsx';

/** Where the customer is logged in, and what is stored about them. */
export function Account() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('portal.nav.account')}</PageTitle>
      <Sessions />
      <WithStats skeleton={<Skeleton className="block h-48 w-full" />}>
        {({ user }) => <OwnData requestedAt={user.deletion_requested_at} />}
      </WithStats>
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
