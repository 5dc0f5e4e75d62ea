import type { TFunction } from 'i18next';
import type { EventAnswer } from '../../../../../src/contract/fleet/events.ts';
import { CustomerLink } from '../../../components/console/customer-link.tsx';
import { DeviceLink } from '../../../components/console/device-link.tsx';
import { EventMark } from '../../../components/console/event-mark.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { Duration } from '../../../components/ui/duration.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import { DeliveryPopover } from './delivery-popover.tsx';

export function makeEventColumns(t: TFunction): Column<EventAnswer>[] {
  return [
    {
      id: 'time',
      isTime: true,
      header: t('admin_events.column.time'),
      isSortable: true,
      // A card shows this below its title.
      className: 'hidden in-table:whitespace-nowrap',
      cell: ({ event_time: time }) => <DateTime time={time} />,
    },
    {
      id: 'type',
      header: t('admin_events.column.type'),
      isSortable: true,
      role: 'title',
      className: 'in-table:min-w-44',
      cell: ({ event_type: type, event_time: time }) => (
        <>
          <EventMark type={type} />
          <span className="block font-normal text-muted text-xs in-table:hidden">
            <DateTime time={time} />
          </span>
        </>
      ),
    },
    {
      id: 'site',
      header: t('admin_events.column.site'),
      isSortable: true,
      cell: ({ device_id: device, site_name: site, customer_id: id, customer_name: customer }) => (
        <>
          {device === null ? '-' : <DeviceLink id={device} name={site ?? device} />}
          {id !== null && customer !== null && (
            <span className="block text-muted text-xs [&_a]:font-normal">
              <CustomerLink id={id} name={customer} />
            </span>
          )}
        </>
      ),
    },
    {
      id: 'device',
      header: t('admin_events.column.device'),
      isSortable: true,
      cell: ({ device_id: id }) =>
        id === null ? (
          '-'
        ) : (
          <code className="break-all font-mono text-xs in-table:whitespace-nowrap">{id}</code>
        ),
    },
    {
      id: 'duration',
      header: t('admin_events.column.duration'),
      isSortable: true,
      align: 'end',
      cell: (event) => <OutageDuration event={event} t={t} />,
    },
    {
      id: 'notified',
      header: t('admin_events.column.notified'),
      cell: ({ outage_id: outageId, delivery }) =>
        outageId === null ? (
          <span className="text-muted">-</span>
        ) : (
          <DeliveryPopover outageId={outageId} counts={delivery} />
        ),
    },
  ];
}

/** How long the outage lasted that it belongs to; a dash where it belongs to none. */
function OutageDuration({ event, t }: { event: EventAnswer; t: TFunction }) {
  const { outage_id: outageId, duration_minutes: minutes } = event;
  if (minutes !== null) return <Duration ms={minutes * 60_000} />;
  return (
    <span className="text-muted in-table:whitespace-nowrap">
      {outageId === null ? '-' : t('admin_events.ongoing')}
    </span>
  );
}
