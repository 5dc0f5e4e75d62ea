import { Link } from '@tanstack/react-router';
import { Activity, Cpu } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import type { Dashboard } from '../../../../../src/contract/system/dashboard.ts';
import { DeviceDot, EventMark, PowerBadge } from '../../../components/console/device-marks.tsx';
import { DeviceLink } from '../../../components/console/links.tsx';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';

export function RecentDevices({ devices }: { devices: readonly DeviceAnswer[] | undefined }) {
  const { t } = useTranslation();
  return (
    <RecentList
      title={t('dashboard.recent_devices')}
      rows={devices}
      rowId={({ device_id: id }) => id}
      more={
        <Link to="/admin/devices" className={buttonClasses('ghost', '-mr-3', 'small')}>
          {t('dashboard.see_all')}
        </Link>
      }
      row={(device) => (
        <div className="flex items-start justify-between gap-4">
          <div className="flex min-w-0 items-baseline gap-2.5">
            <DeviceDot device={device} />
            <div className="min-w-0">
              <DeviceLink id={device.device_id} name={device.site_name} />
              <p className="text-muted text-xs">
                {device.customer_name === null
                  ? t('dashboard.no_customer')
                  : formatPhone(device.customer_name)}
              </p>
            </div>
          </div>
          <div className="flex shrink-0 flex-col items-end gap-0.5">
            <PowerBadge device={device} />
            <span className="text-muted text-xs">
              <RelativeTime time={device.last_heartbeat} isFocusable={false} />
            </span>
          </div>
        </div>
      )}
      empty={
        <EmptyState
          icon={Cpu}
          title={t('dashboard.no_devices.title')}
          text={t('dashboard.no_devices.text')}
        />
      }
    />
  );
}

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

interface RecentListProps<Row> {
  title: string;
  /** A link to all of them. */
  more?: ReactNode;
  /** Undefined while they load. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string | number;
  row: (row: Row) => ReactNode;
  empty: ReactNode;
}

/** Two such lists stand side by side; all of either is a press away. */
const mostRows = 5;

/** A few of the newest. */
function RecentList<Row>(props: RecentListProps<Row>) {
  const { title, more, rows, rowId, row, empty } = props;
  const id = useId();
  return (
    <Card className="min-w-0 overflow-clip">
      <section aria-labelledby={id} aria-busy={rows === undefined} className="flex h-full flex-col">
        <header className="flex min-h-13 items-center justify-between gap-4 border-line border-b px-4 sm:px-5">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {more}
        </header>
        {rows?.length === 0 ? (
          <div className="grid flex-1 place-items-center">{empty}</div>
        ) : (
          <ul className="divide-y divide-line">
            {rows?.slice(0, mostRows).map((one) => (
              <li key={rowId(one)} className="px-4 py-3 text-sm sm:px-5">
                {row(one)}
              </li>
            )) ?? <Waiting />}
          </ul>
        )}
      </section>
    </Card>
  );
}

function Waiting() {
  return ['w-40', 'w-52', 'w-36', 'w-48', 'w-44'].map((width) => (
    <li key={width} className="flex justify-between px-4 py-4 sm:px-5">
      <Skeleton className={width} />
      <Skeleton className="w-20" />
    </li>
  ));
}
