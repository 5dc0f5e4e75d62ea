/** The dashboard below power now, without what few people see at once. */
import { lazy } from 'react';
import { useActivitySearch } from '../features/activity/activity-search.ts';
import { LastOutages } from '../features/activity/components/last-outages.tsx';
import { OverviewRest } from '../features/portal/components/overview-rest.tsx';

const loadMore = () => import('./portal-more-pages.tsx');
const Activity = lazy(async () => ({ default: (await loadMore()).PortalActivity }));
const later = {
  LogInQuestion: lazy(async () => ({ default: (await loadMore()).PortalLogInQuestion })),
  Questions: lazy(async () => ({ default: (await loadMore()).PortalQuestions })),
  KeysAndDevices: lazy(async () => ({ default: (await loadMore()).PortalKeysAndDevices })),
  Webhook: lazy(async () => ({ default: (await loadMore()).PortalWebhook })),
};

export function OverviewRestPage() {
  const { search } = useActivitySearch();
  return (
    <OverviewRest
      later={later}
      lately={<LastOutages />}
      isActivityAsked={Object.keys(search).length > 0}
    >
      <Activity />
    </OverviewRest>
  );
}
