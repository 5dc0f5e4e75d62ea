import type { TFunction } from 'i18next';
import { BellOff, BellRing } from 'lucide-react';
import { useMemo } from 'react';
import type { PortalDevice, PortalKey } from '../../../../../src/contract/devices/portal.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { NothingFound } from '../../../components/ui/empty-state.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { StatusDot } from '../../../components/ui/status-dot.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { formatMoment } from '../format-since.ts';
import { isRevoked, wordsOfSite } from '../site-state.ts';
import { useRowSearch } from '../use-row-search.ts';
import { AllRows } from './all-rows.tsx';
import { ConfigureButton } from './configure-button.tsx';
import { DeviceActions } from './device-actions.tsx';
import { NoDevices } from './no-devices.tsx';
import { Section } from './section.tsx';
import { type DeviceDialog, useDeviceDialogs } from './use-device-dialogs.tsx';

interface DeviceTableProps {
  /** Undefined while they load. */
  devices: readonly PortalDevice[] | undefined;
  /** For one more device; null: there is none. */
  spareKey: PortalKey['id'] | null;
  /** True: one of several lists on its page. */
  isShort?: boolean;
}

/** The customer's devices and what can be set of each. */
export function DeviceTable({ devices, spareKey, isShort = false }: DeviceTableProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const { open, dialog } = useDeviceDialogs(devices);
  const { shown, isCut, isLong, query, setQuery } = useRowSearch(
    devices,
    'devices',
    wordsOfSite,
    isShort,
  );
  // A new column object would make the table recreate its cells.
  const columns = useMemo(() => makeColumns(t, open, isLong), [t, open, isLong]);
  return (
    <Section
      title={t('devices.title')}
      aside={
        <>
          {isLong && (
            <SearchField
              label={t('devices.search')}
              value={query}
              onChange={setQuery}
              className="w-full sm:ml-auto sm:w-80"
            />
          )}
          {spareKey !== null && <ConfigureButton spareKey={spareKey} />}
        </>
      }
    >
      <DataTable
        label={t('devices.title')}
        columns={columns}
        rows={shown}
        // Cards are longer than rows.
        rowsPerPage={isPhone ? 10 : 25}
        rowId={({ device_id: id }) => id}
        empty={query === '' ? <NoDevices /> : <NothingFound onClear={() => setQuery('')} />}
      />
      {isCut && <AllRows count={devices?.length ?? 0} />}
      {dialog}
    </Section>
  );
}

function makeColumns(
  t: TFunction,
  onOpen: (dialog: DeviceDialog) => void,
  isLong: boolean,
): Column<PortalDevice>[] {
  return [
    {
      id: 'name',
      header: t('devices.column.name'),
      role: 'title',
      isName: true,
      ...(isLong && { sortBy: ({ site_name: name }) => name }),
      cell: ({ site_name: name, device_id: id }) => (
        <>
          <span className="block font-semibold">{name}</span>
          <code className="block font-mono font-normal text-muted text-xs">{id}</code>
        </>
      ),
    },
    {
      id: 'status',
      header: t('devices.column.status'),
      ...(isLong && { sortBy: ({ status }) => status }),
      cell: (device) => <DeviceStatus device={device} />,
    },
    {
      id: 'heard',
      header: t('devices.column.heard'),
      isFixed: true,
      ...(isLong && { sortBy: ({ last_heartbeat: at }) => at }),
      cell: ({ last_heartbeat: at }) => <RelativeTime time={at} isFocusable={false} />,
    },
    {
      id: 'alerts',
      header: t('devices.column.alerts'),
      cell: (device) => <AlertBadge device={device} />,
    },
    {
      id: 'actions',
      header: t('devices.column.actions'),
      role: 'actions',
      cell: (device) => <DeviceActions device={device} onOpen={onOpen} />,
    },
  ];
}

const statusWords = {
  online: 'devices.status.online',
  offline: 'devices.status.offline',
  unknown: 'devices.status.unknown',
} as const satisfies Record<PortalDevice['status'], string>;

function DeviceStatus({ device }: { device: PortalDevice }) {
  const { t } = useTranslation();
  const { status } = device;
  const word = isRevoked(device) ? 'devices.status.revoked' : statusWords[status];
  return <StatusDot status={status} label={t(word)} />;
}

function AlertBadge({ device }: { device: PortalDevice }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow();
  if (device.alert_enabled === 0) {
    return (
      <Badge tone="warning" icon={BellOff}>
        {t('devices.alerts.off')}
      </Badge>
    );
  }
  if (device.muted_until !== null) {
    return (
      <Badge tone="warning" icon={BellOff}>
        {t('devices.alerts.muted', { time: formatMoment(device.muted_until, nowMs, language) })}
      </Badge>
    );
  }
  return (
    <Badge tone="neutral" icon={BellRing}>
      {t('devices.alerts.on')}
    </Badge>
  );
}
