/** What an operator sees first, in one piece: the frame of the console, and its dashboard. */
import { lazyRouteComponent } from '@tanstack/react-router';
import { ConsoleLayout } from '../features/console/components/console-layout.tsx';
import { DashboardPage } from '../features/console/components/dashboard-page.tsx';
import { SetupCard, useIsSetupLoading } from '../features/setup/setup-card.tsx';

const loadMore = () => import('./console-more-pages.tsx');
const Palette = lazyRouteComponent(loadMore, 'ConsolePalette');
const Proof = lazyRouteComponent(loadMore, 'ProofDialog');
const SetupSteps = lazyRouteComponent(loadMore, 'SetupSteps');

/** Around every page of the console. */
export function AdminLayout() {
  return <ConsoleLayout Palette={Palette} Proof={Proof} />;
}

/** The dashboard, and on it what a new installation still lacks. */
export function AdminDashboardPage() {
  return (
    <DashboardPage isWaiting={useIsSetupLoading()}>
      <SetupCard Steps={SetupSteps} />
    </DashboardPage>
  );
}
