import type { TFunction } from 'i18next';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { DeviceDot } from '../../../components/console/device-dot.tsx';
import { DeviceLink } from '../../../components/console/device-link.tsx';
import { PowerBadge } from '../../../components/console/power-badge.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { deviceTypeWords } from '../device-words.ts';
import { DeviceMarks } from './device-marks.tsx';
import { DeviceMenu } from './device-menu.tsx';
import { DeviceOwner } from './device-owner.tsx';
import type { DeviceAction } from './use-device-dialogs.tsx';

interface DeviceColumnsOptions {
  t: TFunction;
  /** Undefined: the viewer may not change anything. */
  onAction: ((action: DeviceAction, device: DeviceAnswer) => void) | undefined;
  /** False where all rows belong to one customer. */
  hasCustomer: boolean;
  /** The server sorts the rows. */
  isSortable: boolean;
}

export function makeDeviceColumns(options: DeviceColumnsOptions): Column<DeviceAnswer>[] {
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
