import type { TFunction } from 'i18next';
import type { PortalEvent } from '../../../../../src/contract/devices/portal.ts';
import { DateTime } from '../../../components/ui/date-time.tsx';
import type { Column } from '../../../components/ui/table/table-types.ts';
import type { Language } from '../../../lib/language.ts';
import { describeEvent } from '../event-details.ts';
import { DeviceName } from './device-name.tsx';
import { EventCard } from './event-card.tsx';
import { EventType } from './event-type.tsx';

/** Fields that a card shows in its own way. */
const onlyInTable = 'hidden in-table:table-cell';

/**
 * Date, device, event type and details; in a card all in one.
 * @param isPhone there is never room for columns: what they would show is not made
 */
export function createEventColumns(
  t: TFunction,
  language: Language,
  isPhone: boolean,
): Column<PortalEvent>[] {
  const detailsOf = (event: PortalEvent) => describeEvent(event, t, language).join(' · ');
  const first = { id: 'date', header: t('events.column.date'), role: 'title' } as const;
  const drawCard = (event: PortalEvent) => <EventCard event={event} details={detailsOf(event)} />;
  if (isPhone) return [{ ...first, cell: drawCard }];
  return [
    {
      ...first,
      className: 'in-table:w-48',
      cell: (event) => (
        <>
          <span className="hidden in-table:inline">
            <DateTime time={event.created_at} />
          </span>
          <div className="in-table:hidden">{drawCard(event)}</div>
        </>
      ),
    },
    {
      id: 'device',
      header: t('events.column.device'),
      className: `${onlyInTable} in-table:w-[24%]`,
      cell: ({ device_id: id, device_name: name }) => <DeviceName id={id} name={name} />,
    },
    {
      id: 'type',
      header: t('events.column.type'),
      className: `${onlyInTable} in-table:w-[22%]`,
      cell: ({ event_type: type }) => <EventType type={type} />,
    },
    {
      id: 'details',
      header: t('events.column.details'),
      className: onlyInTable,
      cell: (event) => <span className="text-muted">{detailsOf(event) || t('report.none')}</span>,
    },
  ];
}
