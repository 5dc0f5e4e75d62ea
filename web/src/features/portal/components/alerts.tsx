import { useQueries, useQuery } from '@tanstack/react-query';
import { Fold } from '../../../components/ui/fold.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { plannedTimesExtras } from '../../../lib/extras.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { pushKeyQuery } from '../../../lib/push-key-query.ts';
import { contactsQuery, isPlainPlan } from '../api/contacts.ts';
import { emailQuery } from '../api/email.ts';
import type { PortalStats } from '../api/get-stats.ts';
import { numbersQuery } from '../api/numbers.ts';
import { plannedTimesQuery } from '../api/planned-times.ts';
import { AlertsInWords } from './alerts-in-words.tsx';
import { Contacts } from './contacts.tsx';
import { EmailSection } from './email-section.tsx';
import { LineAccountDialog } from './line-account-dialog.tsx';
import { LogInQuestion } from './log-in-question.tsx';
import { MessengerSection } from './messenger-section.tsx';
import { NobodyTold } from './nobody-told.tsx';
import { NumberSection } from './number-sections.tsx';
import { PageTitle } from './page-title.tsx';
import { PlannedTimes } from './planned-times.tsx';
import { PushSection } from './push-section.tsx';
import { LeftCodes } from './seen-keys.tsx';
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
  const hasNumbers = numbers?.sms === true || numbers?.call === true;
  if (email !== true && !hasNumbers && push == null) return null;
  return (
    <Fold title={t('portal.alerts.ways')} isOpen={messenger.connected === 0}>
      <div className="flex flex-col gap-8">
        <EmailSection messenger={messenger} />
        <NumberSection channel="sms" />
        <NumberSection channel="call" />
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
