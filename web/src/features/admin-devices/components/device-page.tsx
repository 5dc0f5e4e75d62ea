import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { BellOff, CircleCheck } from 'lucide-react';
import type { DeviceAnswer, DeviceDetail } from '../../../../../src/contract/devices/devices.ts';
import { BackLinkText, backLinkClasses } from '../../../components/console/back-link.tsx';
import { DeviceDot, PowerBadge } from '../../../components/console/device-marks.tsx';
import { LoadingPage } from '../../../components/console/loading-page.tsx';
import { RefusalList } from '../../../components/console/refusal-list.tsx';
import { StaleNotice } from '../../../components/console/stale-notice.tsx';
import { alertWords } from '../../../components/console/told-chats.tsx';
import { mainsVoltageQuery, VoltageCard } from '../../../components/mains-voltage/voltage-card.tsx';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { DateTime } from '../../../components/ui/date-time.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { EntryButtons } from '../../../components/ui/menu.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { PowerRibbon } from '../../../components/ui/ribbon/power-ribbon.tsx';
import { SegmentedControl } from '../../../components/ui/segmented-control.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { adminApi } from '../../../lib/api-client.ts';
import { classNames } from '../../../lib/class-names.ts';
import { useMay } from '../../../lib/console/own-account.ts';
import { useTabSearch } from '../../../lib/console/use-console-list.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { toPowerSegments } from '../../../lib/power-state.ts';
import { devicePath, deviceQuery, timelineQuery } from '../device-calls.ts';
import { fillDevicePageSearch, readDevicePageSearch, ribbonRanges } from '../device-search.ts';
import { deviceEntries, useDeviceDialogs } from './device-dialogs.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { DeviceOwner } from './device-table.tsx';

interface DevicePageProps {
  deviceId: string;
  /** What follows the facts: report, events, notifications. */
  children: React.ReactNode;
}

export function DevicePage({ deviceId, children }: DevicePageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, error, refetch, isRefetching } = useQuery(deviceQuery(deviceId));
  const { open, dialogs } = useDeviceDialogs(() => void navigate({ to: '/admin/devices' }));
  const device = data?.data;
  const mayChange = useMay('support');
  const back = (
    <Link to="/admin/devices" className={backLinkClasses}>
      <BackLinkText>{t('console.nav.devices')}</BackLinkText>
    </Link>
  );
  if (device === undefined) {
    return (
      <div className="flex flex-col gap-5">
        <PageHeader title={deviceId} back={back} />
        {error === null ? (
          <LoadingPage />
        ) : (
          <Card>
            <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
          </Card>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={device.site_name}
        back={back}
        text={
          <>
            <DeviceOwner device={device} nobody={t('admin_devices.no_customer')} />
            {device.site_address !== null && <span className="block">{device.site_address}</span>}
          </>
        }
        actions={
          mayChange && (
            <EntryButtons
              label={t('admin_devices.actions_of', { name: device.site_name })}
              entries={deviceEntries(device, t, (action) => open(action, device))}
            />
          )
        }
      />
      <StaleNotice error={error} onRetry={() => void refetch()} />
      <DeviceNotices device={device} />
      <DeviceHeadline device={device} />
      <DeviceRibbon device={device} />
      <DeviceVoltage deviceId={device.device_id} />
      <DeviceFacts device={device} />
      <DeviceRefusals device={device} />
      {children}
      {dialogs}
    </div>
  );
}

/** Power and contact now, since when, whether somebody has seen it, and why nobody would be told. */
function DeviceHeadline({ device }: { device: DeviceAnswer }) {
  const { t } = useTranslation();
  const { outage, last_heartbeat: lastHeard } = device;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-6 gap-y-2 text-muted text-sm [&>*]:min-h-7"
    >
      <PowerBadge device={device} />
      {outage !== null && outage.recover_at === null && (
        <span>
          <RelativeTime time={outage.down_at} />
        </span>
      )}
      {outage !== null && outage.recover_at !== null && (
        <span>{t('admin_devices.headline.confirming')}</span>
      )}
      {outage !== null && outage.acknowledged_at !== null && (
        <span className="inline-flex items-center gap-1.5">
          <CircleCheck aria-hidden="true" className="size-4 text-up" />
          {outage.acknowledged_by === null
            ? t('admin_devices.headline.acknowledged')
            : t('admin_devices.headline.acknowledged_by', { name: outage.acknowledged_by })}
        </span>
      )}
      <span className="text-text">
        <DeviceDot device={device} hasLabel />
      </span>
      <span>
        {t('admin_devices.column.heard')} <RelativeTime time={lastHeard} />
      </span>
      {device.alerts !== 'on' && device.alerts !== 'released' && (
        <span className="inline-flex items-center gap-1.5 text-text">
          <BellOff aria-hidden="true" className="size-4 shrink-0 text-contact-lost" />
          <span>
            {t('admin_devices.fact.alerts')}
            {' · '}
            {device.muted_until === null ? (
              t(alertWords[device.alerts])
            ) : (
              <>
                {t('admin_devices.fact.muted_until')} <DateTime time={device.muted_until} />
              </>
            )}
          </span>
        </span>
      )}
    </div>
  );
}

/** Notices of what somebody has to do about a device, and how. */
function DeviceNotices({ device }: { device: DeviceAnswer }) {
  const { t } = useTranslation();
  const mayAnswer = useMay('support');
  const { is_awaiting_owner: isAwaiting, credentials_due_at: dueAt } = device;
  return (
    <>
      {isAwaiting && (
        <Notice
          kind="warning"
          title={t('admin_devices.awaiting.title')}
          action={
            mayAnswer && (
              <Link to="/admin/joins" className={buttonClasses('secondary', undefined, 'small')}>
                {t('admin_devices.awaiting.action')}
              </Link>
            )
          }
        >
          {t('admin_devices.awaiting.text')}
        </Notice>
      )}
      {dueAt !== null && (
        <Notice kind="warning" title={t('admin_devices.key_due.title')}>
          <p>{t('admin_devices.key_due.text')}</p>
          <p className="mt-1 text-muted">
            {t('admin_devices.key_due.since')} <RelativeTime time={dueAt} />
          </p>
        </Notice>
      )}
    </>
  );
}

const rangeWords = {
  day: 'admin_devices.range.day',
  week: 'admin_devices.range.week',
  month: 'admin_devices.range.month',
  year: 'admin_devices.range.year',
} as const;

/** The power at a device over a time that can be chosen. */
function DeviceRibbon({ device }: { device: DeviceAnswer }) {
  const { t } = useTranslation();
  const show = useTabSearch();
  const { range } = fillDevicePageSearch(readDevicePageSearch(useSearch({ strict: false })));
  const timeline = useQuery(timelineQuery(device.device_id, range));
  const { data, error } = timeline;
  return (
    <Card className="p-5">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">{t('admin_devices.range.title')}</h2>
        <SegmentedControl
          label={t('admin_devices.range.label')}
          options={ribbonRanges.map((value) => ({ value, label: t(rangeWords[value]) }))}
          value={range}
          onChange={(value) => show({ range: value === 'day' ? undefined : value })}
          className="w-full sm:w-80"
        />
      </div>
      {data === undefined && error !== null && (
        <ErrorState
          error={error}
          onRetry={() => void timeline.refetch()}
          isRetrying={timeline.isRefetching}
        />
      )}
      {data === undefined && error === null && <Skeleton className="h-24! w-full" />}
      {data !== undefined && (
        <PowerRibbon
          segments={toPowerSegments(data.spans)}
          startMs={Date.parse(data.from)}
          endMs={Date.parse(data.to)}
          label={t('ui.ribbon.of', { name: device.site_name })}
          hasAxis
          hasLegend
          className={classNames('transition-opacity', timeline.isPlaceholderData && 'opacity-60')}
        />
      )}
    </Card>
  );
}

/** Messages of the board that were refused in the last day; nothing if there were none. */
function DeviceRefusals({ device: { refusals } }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  if (refusals.length === 0) return null;
  return (
    <Card className="p-5">
      <h2 className="font-semibold">{t('refusals.title')}</h2>
      <p className="mt-1 text-muted text-sm">{t('refusals.device')}</p>
      <RefusalList refusals={refusals} />
    </Card>
  );
}

/** The voltage of the mains, if the board measures it. */
function DeviceVoltage({ deviceId }: { deviceId: string }) {
  return <VoltageCard answer={useQuery(mainsVoltageQuery(adminApi, devicePath(deviceId))).data} />;
}
