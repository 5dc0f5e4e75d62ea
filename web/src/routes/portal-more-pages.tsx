/** What of the portal nobody needs within the first second. */
import { useTranslation } from 'react-i18next';
import { ActivitySection } from '../features/activity/components/activity-section.tsx';
import { ReportPanel } from '../features/activity/components/report-panel.tsx';
import { OverviewRest } from '../features/portal/components/overview-rest.tsx';
import { PageTitle } from '../features/portal/components/page-title.tsx';

export { Account as AccountPage } from '../features/portal/components/account.tsx';
export { Alerts as AlertsPage } from '../features/portal/components/alerts.tsx';
export { Devices as DevicesPage } from '../features/portal/components/devices.tsx';
export { LogInPage } from '../features/portal/components/log-in-page.tsx';
export { FlashPage } from './customer-flash-page.tsx';

export function OverviewRestPage() {
  return (
    <OverviewRest>
      <ActivitySection />
    </OverviewRest>
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
