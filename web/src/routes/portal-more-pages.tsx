/** Parts of the portal that are not needed within the first second. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ComponentType, ReactNode } from 'react';
import { Toaster } from '../components/ui/toaster.tsx';
import { TooltipProvider } from '../components/ui/tooltip.tsx';
import { ActivitySection } from '../features/activity/components/events-panel.tsx';
import { ReportPanel } from '../features/activity/components/report-panel.tsx';
import { Account } from '../features/portal/components/account.tsx';
import { Alerts } from '../features/portal/components/alerts.tsx';
import { Devices, KeysAndDevices } from '../features/portal/components/devices.tsx';
import { LogInQuestion } from '../features/portal/components/log-in-question.tsx';
import { Questions } from '../features/portal/components/questions.tsx';
import { PageTitle } from '../features/portal/components/section.tsx';
import { SiteTools } from '../features/portal/components/site-tools.tsx';
import { WebhookConnect, WebhookSecretDialog } from '../features/portal/components/webhook.tsx';
import { useTranslation } from '../lib/i18n.ts';

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

/** A part of a page that came before all that floats. */
function floating<Props extends object>(Part: ComponentType<Props>) {
  return function FloatingPart(props: Props) {
    return (
      <Floating>
        <Part {...props} />
      </Floating>
    );
  };
}

export const PortalSiteTools = floating(SiteTools);
export const PortalLogInQuestion = floating(LogInQuestion);
export const PortalQuestions = floating(Questions);
export const PortalKeysAndDevices = floating(KeysAndDevices);
export const PortalActivity = floating(ActivitySection);
export const PortalWebhook = floating(WebhookConnect);

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
