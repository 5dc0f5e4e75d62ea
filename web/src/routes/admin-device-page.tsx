import { useParams, useSearch } from '@tanstack/react-router';
import { Tabs } from '../components/ui/tabs.tsx';
import { DevicePage } from '../features/admin-devices/components/device-page.tsx';
import { DeviceReport } from '../features/admin-devices/components/device-report.tsx';
import {
  deviceTabs,
  fillDevicePageSearch,
  readDevicePageSearch,
} from '../features/admin-devices/device-search.ts';
import { EventTable, NotificationTable } from '../features/console/components/history-tables.tsx';
import { useTabSearch } from '../lib/console/use-console-list.ts';
import { useTranslation } from '../lib/i18n.ts';

const words = {
  report: 'admin_devices.page.report',
  events: 'admin_devices.page.events',
  notifications: 'admin_devices.page.notifications',
} as const;

/** A device, with all that happened to it. */
export function AdminDevicePage() {
  const { t } = useTranslation();
  const { deviceId } = useParams({ from: '/admin/devices/$deviceId' });
  const search = fillDevicePageSearch(readDevicePageSearch(useSearch({ strict: false })));
  const { tab, period, page } = search;
  const show = useTabSearch();
  const history = {
    of: { device_id: deviceId },
    page,
    onPageChange: (next: number) => show({ page: next > 1 ? next : undefined }),
  };
  const panels = {
    report: <DeviceReport deviceId={deviceId} period={period} />,
    events: <EventTable {...history} />,
    notifications: <NotificationTable {...history} />,
  };
  return (
    <DevicePage key={deviceId} deviceId={deviceId}>
      <Tabs
        label={t('admin_devices.page.label')}
        tabs={deviceTabs.map((value) => ({ value, label: t(words[value]), panel: panels[value] }))}
        value={tab}
        onChange={(value) =>
          show({ tab: value === deviceTabs[0] ? undefined : value, page: undefined })
        }
      />
    </DevicePage>
  );
}
