import type { TFunction } from 'i18next';
import { BellRing, CheckCheck, Phone } from 'lucide-react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { PowerBadge } from '../../../components/console/device-marks.tsx';
import { DeviceLink } from '../../../components/console/links.tsx';
import { AcknowledgedBy, ToldChats } from '../../../components/console/told-chats.tsx';
import { Button, buttonClasses } from '../../../components/ui/button.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { DeviceOwner } from './device-table.tsx';

type OnAnswer = (action: 'acknowledge' | 'remind', device: DeviceAnswer) => void;

/** @param onAnswer undefined: the viewer may not */
export function makeOutageColumns(
  t: TFunction,
  onAnswer: OnAnswer | undefined,
): Column<DeviceAnswer>[] {
  return [
    {
      id: 'site',
      header: t('admin_devices.column.site'),
      role: 'title',
      isName: true,
      isSortable: true,
      cell: (device) => (
        <>
          <DeviceLink id={device.device_id} name={device.site_name} />
          <span className="block font-normal text-muted text-sm">
            <DeviceOwner device={device} nobody={t('admin_devices.no_customer')} />
          </span>
        </>
      ),
    },
    {
      id: 'power',
      header: t('admin_devices.column.power'),
      cell: (device) => <PowerBadge device={device} />,
    },
    {
      id: 'since',
      isTime: true,
      header: t('outages_now.column.since'),
      isSortable: true,
      isFixed: true,
      cell: ({ outage }) =>
        outage === null ? '-' : <RelativeTime time={outage.down_at} isFocusable={false} />,
    },
    {
      id: 'acknowledged',
      header: t('outages_now.column.acknowledged'),
      isName: true,
      cell: ({ outage }) => (outage === null ? '-' : <AcknowledgedBy outage={outage} />),
    },
    {
      id: 'told',
      header: t('outages_now.column.told'),
      isName: true,
      cell: (device) => <ToldChats device={device} />,
    },
    ...(onAnswer === undefined ? [] : [makeActions(t, onAnswer)]),
  ];
}

function makeActions(t: TFunction, onAnswer: OnAnswer): Column<DeviceAnswer> {
  return {
    id: 'actions',
    header: t('ui.table.actions'),
    role: 'actions',
    cell: (device) => (
      <>
        {device.phone !== null && (
          <a
            href={`tel:${device.phone}`}
            title={t('outages_now.call.open')}
            className={buttonClasses('ghost', undefined, 'small')}
          >
            <Phone aria-hidden="true" className="size-4" />
            {/* A table has no room for words. */}
            <span className="in-table:sr-only">{t('outages_now.call.open')}</span>
            <span className="sr-only">: {device.customer_name}</span>
          </a>
        )}
        <AnswerButton device={device} onAnswer={onAnswer} />
      </>
    ),
  };
}

/** One button in one place, whichever it is. */
function AnswerButton({ device, onAnswer }: { device: DeviceAnswer; onAnswer: OnAnswer }) {
  const { t } = useTranslation();
  const isSeen = device.outage !== null && device.outage.acknowledged_at !== null;
  const Icon = isSeen ? BellRing : CheckCheck;
  return (
    <Button
      look="ghost"
      size="small"
      title={t(isSeen ? 'admin_devices.acknowledge.remind' : 'admin_devices.acknowledge.open')}
      disabled={device.customer_id === null || device.outage === null}
      icon={<Icon aria-hidden="true" className="size-4" />}
      // The second click of a double one would undo the first.
      onClick={({ detail }) => {
        if (detail <= 1) onAnswer(isSeen ? 'remind' : 'acknowledge', device);
      }}
    >
      <span className="in-table:sr-only">
        {t(isSeen ? 'admin_devices.acknowledge.remind' : 'admin_devices.acknowledge.open')}
      </span>
      <span className="sr-only">: {device.site_name}</span>
    </Button>
  );
}
