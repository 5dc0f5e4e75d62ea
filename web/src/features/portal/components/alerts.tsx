import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { lineAccountAnswerSchema } from '../../../../../src/contract/alerts/line.ts';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { rings } from '../../../../../src/domain/alerts/channel-traits.ts';
import { Button } from '../../../components/ui/button.tsx';
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
import { type Contact, contactsQuery, isPlainPlan } from '../contact-calls.ts';
import { nameOfChat } from '../contact-words.ts';
import { plannedTimesQuery } from '../planned-time-calls.ts';
import { type PortalStats, useIsOwner } from '../portal-stats.ts';
import { listNames } from '../site-state.ts';
import { Contacts } from './contacts.tsx';
import { EmailSection, emailQuery } from './email-section.tsx';
import { LogInQuestion } from './log-in-question.tsx';
import { ChatsSection, ConnectFirst, TestAlert } from './messenger-section.tsx';
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
              {messenger.connected === 0 && isOwner && <ConnectFirst />}
              <PeopleAndTimes stats={stats}>
                {isOwner && <OtherWays messenger={messenger} />}
              </PeopleAndTimes>
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

interface PeopleAndTimesProps {
  stats: PortalStats;
  /** Between who is told and what few people set. */
  children: ReactNode;
}

/**
 * Who is told: the chats, and from the second person on the people, each with theirs. Then, folded until something of it
 * is set, what few people need.
 */
function PeopleAndTimes({ stats: { messenger, devices, user }, children }: PeopleAndTimesProps) {
  const { t } = useTranslation();
  const contacts = useQuery(contactsQuery);
  const times = useQuery(plannedTimesQuery);
  const added = useQueries({ queries: plannedTimesExtras().map(({ isUsed }) => isUsed) });
  const [isWanted, setIsWanted] = useState(false);
  const { recipients } = messenger;
  const hasPeople =
    contacts.data !== undefined &&
    (recipients.length > 0 || contacts.data.length > 1) &&
    (isWanted || !isPlainPlan(contacts.data));
  // Else it would open by itself under the finger of whoever presses it just then.
  const isPending = [contacts, times, ...added].some((one) => one.isPending);
  const hasTimes =
    (times.data !== undefined && times.data.length > 0) || added.some(({ data }) => data === true);
  const offersPeople = user.is_owner && recipients.length > 0 && !hasPeople;
  // Whoever may not set anything is not shown an empty fold.
  const hasFold = devices.length > 0 ? hasTimes || user.is_owner : offersPeople;
  if (contacts.isPending && recipients.length > 0)
    return <Skeleton className="block h-64 w-full" />;
  return (
    <>
      {hasPeople ? (
        <Contacts
          contacts={contacts.data}
          messenger={messenger}
          sites={devices}
          isFocused={isWanted}
        />
      ) : (
        <ChatsSection messenger={messenger} />
      )}
      {hasPeople && messenger.connected > 0 && <TestAlert />}
      {children}
      {hasFold && !isPending && (
        <Fold title={t(hasPeople ? 'planned.title' : 'portal.alerts.more')} isOpen={hasTimes}>
          <div className="flex flex-col gap-8">
            {offersPeople && (
              <div>
                <Button
                  look="ghost"
                  size="small"
                  icon={<Users aria-hidden="true" className="size-4" />}
                  onClick={() => setIsWanted(true)}
                >
                  {t('contacts.offer')}
                </Button>
              </div>
            )}
            {devices.length > 0 && <PlannedTimes sites={devices} hasTitle={!hasPeople} />}
          </div>
        </Fold>
      )}
    </>
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
  const people = isKnown && !isPlainPlan(contacts) ? namesInTurn(contacts) : null;
  const first = people?.first ?? reached.map((chat) => nameOfChat(chat, t));
  const later = people?.later ?? [];
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
        {telling.length > 0 && sayTelling(telling, listNames(first, t), t, language)}
        {telling.length > 0 &&
          later.length > 0 &&
          ` ${t('portal.alerts.later', { names: listNames(later, t) })}`}
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

/** The names of those who can be told: who is told first, and who only if nobody acknowledges. */
function namesInTurn(contacts: readonly Contact[]): Record<'first' | 'later', string[]> {
  const reached = contacts
    .filter(({ recipients }) => recipients.some((chat) => chat.is_unreachable === 0))
    .toSorted((a, b) => a.after_minutes - b.after_minutes);
  const isFirst = ({ after_minutes: minutes }: Contact) => minutes === reached[0]?.after_minutes;
  return {
    first: reached.filter(isFirst).map(({ name }) => name),
    later: reached.filter((contact) => !isFirst(contact)).map(({ name }) => name),
  };
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
