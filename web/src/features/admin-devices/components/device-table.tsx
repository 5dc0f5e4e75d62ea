import type { TFunction } from 'i18next';
import { Hourglass, KeyRound } from 'lucide-react';
import { useMemo } from 'react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { DeviceDot, PowerBadge } from '../../../components/console/device-marks.tsx';
import { CustomerLink, DeviceLink } from '../../../components/console/links.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Menu } from '../../../components/ui/menu.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { useMay } from '../../../lib/console/own-account.ts';
import { formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type DeviceAction, deviceEntries, useDeviceDialogs } from './device-dialogs.tsx';

interface DeviceColumnsWanted {
  /** False where all rows belong to one customer. */
  hasCustomer: boolean;
  /** The server sorts the rows. */
  isSortable: boolean;
}

/** The columns of a list of devices, and what their menus open. */
export function useDeviceColumns({ hasCustomer, isSortable }: DeviceColumnsWanted) {
  const { t } = useTranslation();
  const { open, dialogs } = useDeviceDialogs();
  const mayChange = useMay('support');
  const columns = useMemo(
    () => makeDeviceColumns({ t, hasCustomer, isSortable, onAction: mayChange ? open : undefined }),
    [t, hasCustomer, isSortable, open, mayChange],
  );
  return { columns, dialogs };
}

interface DeviceColumnsOptions extends DeviceColumnsWanted {
  t: TFunction;
  /** Undefined: the viewer may not change anything. */
  onAction: ((action: DeviceAction, device: DeviceAnswer) => void) | undefined;
}

function makeDeviceColumns(options: DeviceColumnsOptions): Column<DeviceAnswer>[] {
  const { t, onAction, hasCustomer, isSortable } = options;
  const customer: Column<DeviceAnswer> = {
    id: 'customer',
    header: t('admin_devices.column.customer'),
    isName: true,
    isSortable,
    cell: (device) => <DeviceOwner device={device} nobody={t('admin_devices.no_customer')} />,
  };
  return [
    {
      id: 'site',
      header: t('admin_devices.column.site'),
      role: 'title',
      isName: true,
      isSortable,
      className: 'pr-12 in-table:pr-4',
      cell: (device) => (
        <>
          <span className="flex items-baseline gap-2.5">
            <DeviceDot device={device} />
            <DeviceLink id={device.device_id} name={device.site_name} />
          </span>
          <DeviceMarks device={device} />
        </>
      ),
    },
    {
      id: 'device_id',
      header: t('admin_devices.column.id'),
      isFixed: true,
      isMinor: true,
      isSortable,
      cell: ({ device_id: id }) => <code className="font-mono text-xs">{id}</code>,
    },
    ...(hasCustomer ? [customer] : []),
    {
      id: 'type',
      header: t('admin_devices.column.type'),
      isFixed: true,
      isMinor: true,
      isSortable,
      cell: ({ device_type: type }) => t(deviceTypeWords[type]),
    },
    {
      id: 'power',
      header: t('admin_devices.column.power'),
      cell: (device) => <PowerBadge device={device} />,
    },
    {
      id: 'heard',
      isTime: true,
      header: t('admin_devices.column.heard'),
      isFixed: true,
      isSortable,
      cell: ({ last_heartbeat: time }) => <RelativeTime time={time} isFocusable={false} />,
    },
    ...(onAction === undefined ? [] : [makeActions(t, onAction)]),
  ];
}

function makeActions(
  t: TFunction,
  onAction: NonNullable<DeviceColumnsOptions['onAction']>,
): Column<DeviceAnswer> {
  return {
    id: 'actions',
    header: t('ui.table.actions'),
    role: 'actions',
    // A card shows this in its corner, without a line of its own.
    className: 'absolute top-0 right-1 in-table:static',
    cell: (device) => (
      <DeviceMenu device={device} onAction={(action) => onAction(action, device)} />
    ),
  };
}

/** Badges for what somebody has to do about a device. */
function DeviceMarks({ device }: { device: DeviceAnswer }) {
  const { t } = useTranslation();
  const { is_awaiting_owner: isAwaiting, credentials_due_at: dueAt } = device;
  if (!isAwaiting && dueAt === null) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {isAwaiting && (
        <Badge tone="warning" icon={Hourglass}>
          {t('admin_devices.awaiting.mark')}
        </Badge>
      )}
      {dueAt !== null && (
        <Badge tone="warning" icon={KeyRound}>
          {t('admin_devices.key_due.mark')}
        </Badge>
      )}
    </span>
  );
}

interface DeviceMenuProps {
  device: DeviceAnswer;
  onAction: (action: DeviceAction) => void;
}

function DeviceMenu({ device, onAction }: DeviceMenuProps) {
  const { t } = useTranslation();
  return (
    // A row is as high as its words.
    <span className="-my-1.5 inline-flex">
      <Menu
        label={t('admin_devices.actions_of', { name: device.site_name })}
        entries={() => deviceEntries(device, t, onAction)}
      />
    </span>
  );
}

/** Whose a device is, with the number to call. */
export function DeviceOwner({ device, nobody }: { device: DeviceAnswer; nobody: string }) {
  const { customer_id: id, customer_name: name, phone } = device;
  if (id === null) return <span className="text-muted">{nobody}</span>;
  return (
    <>
      <CustomerLink id={id} name={name ?? ''} />
      {phone !== null && (
        <>
          {' '}
          {/* On the same line where there is room for it. */}
          <span className="whitespace-nowrap text-muted text-xs tabular-nums">
            {formatPhone(phone)}
          </span>
        </>
      )}
    </>
  );
}

/** Keys of words in the locale files. */
export const deviceTypeWords = {
  's2-mini': 'admin_devices.type.s2_mini',
  't-display': 'admin_devices.type.t_display',
  's2-test': 'admin_devices.type.s2_test',
  'c3-mini': 'admin_devices.type.c3_mini',
  other: 'admin_devices.type.other',
} as const satisfies Record<DeviceAnswer['device_type'], string>;

export const transportWords = {
  mqtt: 'admin_devices.transport.mqtt',
  http: 'admin_devices.transport.http',
} as const satisfies Record<NonNullable<DeviceAnswer['transport']>, string>;

/** Why a board restarted itself. Newer firmware may know more reasons. */
export const restartWords = {
  command: 'admin_devices.health.restart.command',
  update: 'admin_devices.health.restart.update',
  no_answer: 'admin_devices.health.restart.no_answer',
} as const;
