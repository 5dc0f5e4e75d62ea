import { DashboardPage } from '../features/console/components/dashboard-page.tsx';
import { SetupCard, useIsSetupLoading } from '../features/setup/components/setup-card.tsx';

/** The dashboard, and on it what a new installation still lacks. */
export function AdminDashboardPage() {
  return (
    <DashboardPage isWaiting={useIsSetupLoading()}>
      <SetupCard />
    </DashboardPage>
  );
}
