/** What an operator sees first, in one piece: the frame of the console, and its dashboard. */
import { lazy } from 'react';
import { ConsoleLayout } from '../features/console/components/console-layout.tsx';
import { DashboardPage } from '../features/console/components/dashboard-page.tsx';
import { SetupCard, useIsSetupLoading } from '../features/setup/setup-card.tsx';

const loadMore = () => import('./console-more-pages.tsx');
const Palette = lazy(async () => ({ default: (await loadMore()).ConsolePalette }));
const Proof = lazy(async () => ({ default: (await loadMore()).ProofDialog }));
const SetupSteps = lazy(async () => ({ default: (await loadMore()).SetupSteps }));

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
