import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { BackLinkText, backLinkClasses } from '../../../components/console/back-link.tsx';
import { LoadingPage } from '../../../components/console/loading-page.tsx';
import { StaleNotice } from '../../../components/console/stale-notice.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EntryButtons } from '../../../components/ui/entry-buttons.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { useMay } from '../../../lib/console/use-may.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { deviceQuery } from '../api/get-device.ts';
import { deviceEntries } from './device-entries.ts';
import { DeviceFacts } from './device-facts.tsx';
import { DeviceHeadline } from './device-headline.tsx';
import { DeviceNotices } from './device-notices.tsx';
import { DeviceOwner } from './device-owner.tsx';
import { DeviceRefusals } from './device-refusals.tsx';
import { DeviceRibbon } from './device-ribbon.tsx';
import { DeviceVoltage } from './device-voltage.tsx';
import { useDeviceDialogs } from './use-device-dialogs.tsx';

interface DevicePageProps {
  deviceId: string;
  /** What follows the facts: report, events, notifications. */
  children: React.ReactNode;
}

export function DevicePage({ deviceId, children }: DevicePageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, error, refetch, isRefetching } = useQuery(deviceQuery(deviceId));
  const { open, dialogs } = useDeviceDialogs(() => void navigate({ to: '/admin/devices' }));
  const device = data?.data;
  const mayChange = useMay('support');
  const back = (
    <Link to="/admin/devices" className={backLinkClasses}>
      <BackLinkText>{t('console.nav.devices')}</BackLinkText>
    </Link>
  );
  if (device === undefined) {
    return (
      <div className="flex flex-col gap-5">
        <PageHeader title={deviceId} back={back} />
        {error === null ? (
          <LoadingPage />
        ) : (
          <Card>
            <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
          </Card>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={device.site_name}
        back={back}
        text={
          <>
            <DeviceOwner device={device} nobody={t('admin_devices.no_customer')} />
            {device.site_address !== null && <span className="block">{device.site_address}</span>}
          </>
        }
        actions={
          mayChange && (
            <EntryButtons
              label={t('admin_devices.actions_of', { name: device.site_name })}
              entries={deviceEntries(device, t, (action) => open(action, device))}
            />
          )
        }
      />
      <StaleNotice error={error} onRetry={() => void refetch()} />
      <DeviceNotices device={device} />
      <DeviceHeadline device={device} />
      <DeviceRibbon device={device} />
      <DeviceVoltage deviceId={device.device_id} />
      <DeviceFacts device={device} />
      <DeviceRefusals device={device} />
      {children}
      {dialogs}
    </div>
  );
}
