import { Link } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import type { Dashboard } from '../../../../../src/contract/system/dashboard.ts';
import { DeviceLink } from '../../../components/console/device-link.tsx';
import { EventMark } from '../../../components/console/event-mark.tsx';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { RecentList } from './recent-list.tsx';

type RecentEvent = Dashboard['events']['recent'][number];

export function RecentEvents({ events }: { events: readonly RecentEvent[] | undefined }) {
  const { t } = useTranslation();
  return (
    <RecentList
      title={t('dashboard.recent_events')}
      rows={events}
      rowId={({ id }) => id}
      more={
        <Link to="/admin/events" className={buttonClasses('ghost', '-mr-3', 'small')}>
          {t('dashboard.see_all')}
        </Link>
      }
      row={({ event_type: type, event_time: time, device_id: id, ...event }) => (
        <>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <EventMark type={type} />
            <span className="text-muted text-xs">
              <DateTime time={time} />
            </span>
          </div>
          <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 pl-6">
            {/* In a line of text, where the space for a finger takes no room. */}
            {id !== null && (
              <span>
                <DeviceLink id={id} name={event.site_name ?? id} />
              </span>
            )}
            <span className="text-muted text-xs">{formatPhone(event.customer_name ?? '')}</span>
          </p>
        </>
      )}
      empty={
        <EmptyState
          icon={Activity}
          title={t('dashboard.no_events.title')}
          text={t('dashboard.no_events.text')}
        />
      }
    />
  );
}
