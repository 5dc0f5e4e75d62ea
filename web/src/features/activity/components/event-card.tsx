import type { PortalEvent } from '../../../../../src/contract/devices/portal.ts';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { EventType } from './event-type.tsx';

interface EventCardProps {
  event: PortalEvent;
  /** In words; empty: none. */
  details: string;
}

/** An event where there is no room for columns: short, since there are many. */
export function EventCard({ event, details }: EventCardProps) {
  return (
    <div className="text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <EventType type={event.event_type} />
        <span className="font-normal text-muted text-xs">
          <DateTime time={event.created_at} />
        </span>
      </div>
      <p className="font-normal">{event.device_name}</p>
      {details !== '' && <p className="font-normal text-muted text-xs">{details}</p>}
    </div>
  );
}
