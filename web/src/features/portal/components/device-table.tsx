import type { TFunction } from 'i18next';
import {
  BellOff,
  BellRing,
  EllipsisVertical,
  MapPin,
  Pencil,
  SlidersHorizontal,
  Wifi,
} from 'lucide-react';
import { useMemo } from 'react';
import type { PortalDevice, PortalKey } from '../../../../../src/contract/devices/portal.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { NothingFound } from '../../../components/ui/empty-state.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Menu } from '../../../components/ui/menu.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { StatusDot } from '../../../components/ui/status-dot.tsx';
import { DataTable } from '../../../components/ui/table/data-table.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useIsPhone } from '../../../lib/use-is-phone.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useLoadAlertSettings } from '../alert-settings.ts';
import { formatMoment } from '../format-since.ts';
import { useIsOwner } from '../portal-stats.ts';
import { isRevoked, wordsOfSite } from '../site-state.ts';
import { useRowSearch } from '../use-row-search.ts';
import { type DeviceDialog, useDeviceDialogs } from './device-dialogs.tsx';
import { AllRows } from './key-table.tsx';
import { NoDevices } from './no-devices.tsx';
import { Section } from './section.tsx';
import { ConfigureButton } from './set-up.tsx';
import { MuteMenu } from './site-tools.tsx';

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

interface DeviceActionsProps {
  device: PortalDevice;
  onOpen: (dialog: DeviceDialog) => void;
}

/** Mute or unmute; for owners also alert settings and rename, and behind them what is set once. */
function DeviceActions({ device, onOpen }: DeviceActionsProps) {
  const { t } = useTranslation();
  const isOwner = useIsOwner();
  return (
    <span className="inline-flex gap-1">
      <MuteMenu devices={[device]} label={t('devices.action.mute', { name: device.site_name })} />
      {isOwner && <OwnersActions device={device} onOpen={onOpen} />}
    </span>
  );
}

function OwnersActions({ device, onOpen }: DeviceActionsProps) {
  const { t } = useTranslation();
  const loading = useLoadAlertSettings();
  const { device_id: deviceId, site_name: name } = device;
  const openSettings = async () => {
    try {
      const { data: settings } = await loading.mutateAsync(deviceId);
      onOpen({ kind: 'settings', deviceId, settings });
    } catch (error) {
      toast.error(t('alerts.load_failed', { reason: describeError(error, t) }));
    }
  };
  return (
    <>
      <Button
        look="ghost"
        size="small"
        title={t('devices.action.settings', { name })}
        isBusy={loading.isPending}
        icon={<SlidersHorizontal aria-hidden="true" className="size-4.5" />}
        className="px-2!"
        onClick={() => void openSettings()}
      >
        {/* A table has no room for words. */}
        <span className="in-table:hidden" aria-hidden="true">
          {t('alerts.title')}
        </span>
        <span className="sr-only">{t('devices.action.settings', { name })}</span>
      </Button>
      <IconButton
        label={t('devices.action.rename', { name })}
        icon={Pencil}
        onClick={() => onOpen({ kind: 'rename', deviceId })}
      />
      <Menu
        label={t('devices.action.more', { name })}
        trigger={<IconButton label={t('devices.action.more', { name })} icon={EllipsisVertical} />}
        entries={() => [
          {
            label: t('devices.action.place', { name }),
            icon: MapPin,
            onSelect: () => onOpen({ kind: 'place', deviceId }),
          },
          {
            label: t('devices.action.network', { name }),
            icon: Wifi,
            onSelect: () => onOpen({ kind: 'network', deviceId }),
          },
        ]}
      />
    </>
  );
}
