/** What of the portal nobody needs within the first second. */
import { useTranslation } from 'react-i18next';
import { TooltipProvider } from '../components/ui/tooltip.tsx';
import { ActivitySection } from '../features/activity/components/activity-section.tsx';
import { ReportPanel } from '../features/activity/components/report-panel.tsx';
import { OverviewRest } from '../features/portal/components/overview-rest.tsx';
import { PageTitle } from '../features/portal/components/page-title.tsx';

export { Toaster } from '../components/ui/toaster.tsx';
export { Account as AccountPage } from '../features/portal/components/account.tsx';
export { Alerts as AlertsPage } from '../features/portal/components/alerts.tsx';
export { Devices as DevicesPage } from '../features/portal/components/devices.tsx';
export { LogInPage } from '../features/portal/components/log-in-page.tsx';
export { SiteTools } from '../features/portal/components/site-tools.tsx';

export function OverviewRestPage() {
  return (
    <TooltipProvider>
      <OverviewRest>
        <ActivitySection />
      </OverviewRest>
    </TooltipProvider>
  );
}

export function ReportPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('portal.nav.report')}</PageTitle>
      <ReportPanel />
    </>
  );
}
