import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { lineAccountAnswerSchema } from '../../../../../src/contract/alerts/line.ts';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { rings } from '../../../../../src/domain/alerts/channel-traits.ts';
import { Card } from '../../../components/ui/card.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { Fold } from '../../../components/ui/fold.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { customerApi } from '../../../lib/api-client.ts';
import { channelsInUse } from '../../../lib/channels-in-use.ts';
import { classNames } from '../../../lib/class-names.ts';
import { plannedTimesExtras } from '../../../lib/extras.ts';
import { formatSeconds } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Language } from '../../../lib/language.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { numberChannels, numbersQuery } from '../api/numbers.ts';
import { contactsQuery, isPlainPlan } from '../contact-calls.ts';
import { nameOfChat } from '../contact-words.ts';
import { plannedTimesQuery } from '../planned-time-calls.ts';
import { type PortalStats, useIsOwner } from '../portal-stats.ts';
import { listNames } from '../site-state.ts';
import { Contacts } from './contacts.tsx';
import { EmailSection, emailQuery } from './email-section.tsx';
import { LogInQuestion } from './log-in-question.tsx';
import { MessengerSection } from './messenger-section.tsx';
import { NumberSection } from './number-sections.tsx';
import { PlannedTimes } from './planned-times.tsx';
import { PushSection, pushKeyQuery } from './push-section.tsx';
import { PageTitle } from './section.tsx';
import { LeftCodes } from './seen-keys.tsx';
import { ManySettings } from './site-tools.tsx';
import { WithStats } from './with-stats.tsx';

/** Who is told, and when. */
export function Alerts() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('portal.nav.alerts')}</PageTitle>
      <WithStats skeleton={<Skeleton className="block h-64 w-full" />}>
        {(stats) => {
          const { messenger, devices } = stats;
          const isOwner = stats.user.is_owner;
          return (
            <>
              <LogInQuestion stats={stats} />
              {isOwner ? (
                <LeftCodes />
              ) : (
                <Notice kind="info">{t('messenger.rights.not_owner')}</Notice>
              )}
              {messenger.connected === 0 && <NobodyTold />}
              {messenger.connected > 0 && devices.length > 0 && (
                <AlertsInWords devices={devices} messenger={messenger} />
              )}
              <MessengerSection messenger={messenger} />
              {isOwner && <OtherWays messenger={messenger} />}
              <PeopleAndTimes stats={stats} />
            </>
          );
        }}
      </WithStats>
      <LineAccountDialog />
    </>
  );
}

/** Email, phones and this browser: open where nobody can be told, for whoever came to change that. */
function OtherWays({ messenger }: { messenger: PortalStats['messenger'] }) {
  const { t } = useTranslation();
  const { data: email } = useQuery(emailQuery);
  const { data: numbers } = useQuery(numbersQuery);
  const { data: push } = useQuery(pushKeyQuery);
  const hasNumbers = numberChannels.some((channel) => numbers?.[channel] === true);
  if (email !== true && !hasNumbers && push == null) return null;
  return (
    <Fold title={t('portal.alerts.ways')} isOpen={messenger.connected === 0}>
      <div className="flex flex-col gap-8">
        <EmailSection messenger={messenger} />
        {numberChannels.map((channel) => (
          <NumberSection key={channel} channel={channel} />
        ))}
        <PushSection />
      </div>
    </Fold>
  );
}

/** Several people in turn, quiet hours and planned times: folded until something of it is set. */
function PeopleAndTimes({ stats }: { stats: PortalStats }) {
  const { t } = useTranslation();
  const { messenger, devices } = stats;
  const contacts = useQuery(contactsQuery);
  const times = useQuery(plannedTimesQuery);
  const added = useQueries({ queries: plannedTimesExtras().map(({ isUsed }) => isUsed) });
  const hasPeople = messenger.recipients.length > 0;
  if (!hasPeople && devices.length === 0) return null;
  // Else it would open by itself under the finger of whoever presses it just then.
  if ([contacts, times, ...added].some(({ isPending }) => isPending)) return null;
  const isUsed =
    (contacts.data !== undefined && !isPlainPlan(contacts.data)) ||
    (times.data !== undefined && times.data.length > 0) ||
    added.some(({ data }) => data === true);
  // Whoever may not set anything is not shown an empty fold.
  if (!isUsed && !stats.user.is_owner) return null;
  return (
    <Fold title={t('portal.alerts.more')} isOpen={isUsed}>
      <div className="flex flex-col gap-8">
        {hasPeople && <Contacts chats={messenger.recipients} sites={devices} />}
        {devices.length > 0 && <PlannedTimes sites={devices} />}
      </div>
    </Fold>
  );
}

interface AlertsInWordsProps {
  devices: readonly PortalDevice[];
  messenger: PortalStats['messenger'];
}

/** In one sentence who is told of what, and when; and the button that changes it. */
function AlertsInWords({ devices, messenger }: AlertsInWordsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isOwner = useIsOwner();
  const { data: contacts } = useQuery(contactsQuery);
  const reached = messenger.recipients.filter((chat) => chat.is_unreachable === 0);
  const isKnown = contacts !== undefined;
  const names =
    !isKnown || isPlainPlan(contacts)
      ? listNames(
          reached.map((chat) => nameOfChat(chat, t)),
          t,
        )
      : t('portal.alerts.in_turn');
  const telling = devices.filter(({ alerts }) => alerts === 'on');
  const critical = telling.filter((device) => device.critical === 1);
  const hasPhone = reached.some(rings);
  const others = devices.filter(({ alerts }) => alerts !== 'on').map((device) => device.site_name);
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:p-5">
      {/* Until it is known who is told, the sentence of most people keeps the room. */}
      <p
        id="told"
        tabIndex={-1}
        className={classNames('min-w-52 max-w-prose flex-1 outline-none', !isKnown && 'invisible')}
      >
        {telling.length > 0 && sayTelling(telling, names, t, language)}
        {hasPhone &&
          critical.length > 0 &&
          ` ${t('portal.alerts.critical', {
            names: listNames(
              critical.map((device) => device.site_name),
              t,
            ),
          })}`}
        {others.length > 0 && ` ${t('portal.alerts.not_at', { names: listNames(others, t) })}`}
      </p>
      {isOwner && <ManySettings devices={devices} label={t('portal.told.change')} />}
    </Card>
  );
}

function sayTelling(
  devices: readonly PortalDevice[],
  names: string,
  t: TFunction,
  language: Language,
): string {
  const span = (seconds: readonly number[]) => {
    const [from, to] = [Math.min(...seconds), Math.max(...seconds)];
    const words = [from, to].map((value) => formatSeconds(value, language));
    return from === to ? words[0] : t('portal.alerts.from_to', { from: words[0], to: words[1] });
  };
  const loss = t('portal.alerts.loss', {
    wait: span(devices.map((device) => device.downtime_threshold_seconds)),
    again: span(devices.map((device) => device.reminder_interval_seconds)),
    names,
  });
  const recoveries = new Set(devices.map((device) => device.alert_on_recovery));
  if (recoveries.size > 1) return loss;
  return `${loss} ${t(recoveries.has(1) ? 'portal.alerts.end' : 'portal.alerts.no_end')}`;
}

/** Above all that could change it: that nobody is told of an outage, and who can change that. */
function NobodyTold() {
  const { t } = useTranslation();
  const { data: info } = useQuery(publicInfoQuery);
  if (info === undefined) return null;
  const isOffered = channelsInUse(info).length > 0;
  return (
    <Notice kind="error" title={t('portal.untold.nobody')} className="mb-6">
      <p>{t(isOffered ? 'portal.untold.connect_below' : 'portal.untold.ask_operator')}</p>
    </Notice>
  );
}

/** Whoever asked for it in a chat of LINE comes here with LINE's token for that chat. */
function LineAccountDialog() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { line }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  // The router reads a token of digits alone as a number.
  const token = typeof line === 'string' || typeof line === 'number' ? String(line) : null;
  const leave = () => navigate({ to: '/customer/alerts', search: {}, replace: true });
  const connect = async () => {
    const { location } = await customerApi.post<OutputOf<typeof lineAccountAnswerSchema>>(
      '/api/customer/line-account',
      { link_token: token },
    );
    window.location.assign(location);
  };
  return (
    <ConfirmDialog
      isOpen={token !== null}
      onClose={() => void leave()}
      title={t('messenger.line.account_title')}
      description={t('messenger.line.account_text')}
      action={t('messenger.line.account_action')}
      onConfirm={connect}
    />
  );
}
