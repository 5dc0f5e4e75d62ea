import { ActivitySection } from '../features/activity/components/activity-section.tsx';
import { Dashboard } from '../features/portal/components/dashboard.tsx';
import { PortalPage } from '../features/portal/components/portal-page.tsx';

/** Loaded only with the dashboard: power now, keys, devices and chats, then what happened. */
export function CustomerDashboardPage() {
  return (
    <PortalPage>
      <Dashboard>
        <ActivitySection />
      </Dashboard>
    </PortalPage>
  );
}
