/** Parts of the portal that are not needed within the first second. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Toaster } from '../components/ui/toaster.tsx';
import { TooltipProvider } from '../components/ui/tooltip.tsx';
import { ActivitySection } from '../features/activity/components/activity-section.tsx';
import { LastOutages } from '../features/activity/components/last-outages.tsx';
import { ReportPanel } from '../features/activity/components/report-panel.tsx';
import { useActivitySearch } from '../features/activity/use-activity-search.ts';
import { Account } from '../features/portal/components/account.tsx';
import { Alerts } from '../features/portal/components/alerts.tsx';
import { Devices } from '../features/portal/components/devices.tsx';
import { OverviewRest } from '../features/portal/components/overview-rest.tsx';
import { PageTitle } from '../features/portal/components/page-title.tsx';
import { SiteTools, type SiteToolsProps } from '../features/portal/components/site-tools.tsx';
import { WebhookSecretDialog } from '../features/portal/components/webhook-secret-dialog.tsx';

export { MessageLinkPage } from '../features/portal/components/message-link-page.tsx';

/** What dialogs, menus, bubbles and toasts need around them; nothing else of the portal floats. */
function Floating({ children }: { children: ReactNode }) {
  return (
    // The content-security policy allows no style element made at run time.
    <CSPProvider disableStyleElements>
      <TooltipProvider>{children}</TooltipProvider>
    </CSPProvider>
  );
}

export function PortalToaster() {
  return (
    <Floating>
      <Toaster />
      <WebhookSecretDialog />
    </Floating>
  );
}

export function PortalSiteTools(props: SiteToolsProps) {
  return (
    <Floating>
      <SiteTools {...props} />
    </Floating>
  );
}

/** The dashboard below power now. */
export function OverviewRestPage() {
  const { search } = useActivitySearch();
  return (
    <Floating>
      <OverviewRest lately={<LastOutages />} isActivityAsked={Object.keys(search).length > 0}>
        <ActivitySection />
      </OverviewRest>
    </Floating>
  );
}

export function ReportPage() {
  const { t } = useTranslation();
  return (
    <Floating>
      <PageTitle>{t('portal.nav.report')}</PageTitle>
      <section aria-labelledby="report">
        <h2 id="report" className="sr-only">
          {t('portal.nav.report')}
        </h2>
        <ReportPanel />
      </section>
    </Floating>
  );
}

export function DevicesPage() {
  return (
    <Floating>
      <Devices />
    </Floating>
  );
}

export function AlertsPage() {
  return (
    <Floating>
      <Alerts />
    </Floating>
  );
}

export function AccountPage() {
  return (
    <Floating>
      <Account />
    </Floating>
  );
}
