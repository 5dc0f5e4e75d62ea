/** The dashboard below power now, without what few people see at once. */
import { lazyRouteComponent } from '@tanstack/react-router';
import { useActivitySearch } from '../features/activity/activity-search.ts';
import { LastOutages } from '../features/activity/components/last-outages.tsx';
import { OverviewRest } from '../features/portal/components/overview-rest.tsx';
import { addMoreTexts } from '../portal-more-texts.ts';

// All that comes later needs this file first (scripts/build-web.ts), and so has its words.
await addMoreTexts();

const loadMore = () => import('./portal-more-pages.tsx');
const Activity = lazyRouteComponent(loadMore, 'PortalActivity');
const later = {
  LogInQuestion: lazyRouteComponent(loadMore, 'PortalLogInQuestion'),
  Questions: lazyRouteComponent(loadMore, 'PortalQuestions'),
  KeysAndDevices: lazyRouteComponent(loadMore, 'PortalKeysAndDevices'),
  Webhook: lazyRouteComponent(loadMore, 'PortalWebhook'),
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
