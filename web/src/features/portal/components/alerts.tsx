import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/ui/notice.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Contacts } from './contacts.tsx';
import { EmailSection } from './email-section.tsx';
import { LineAccountDialog } from './line-account-dialog.tsx';
import { LogInQuestion } from './log-in-question.tsx';
import { MessengerSection } from './messenger-section.tsx';
import { NobodyTold } from './nobody-told.tsx';
import { PageTitle } from './page-title.tsx';
import { PlannedTimes } from './planned-times.tsx';
import { PushSection } from './push-section.tsx';
import { LeftCodes } from './seen-keys.tsx';
import { SmsSection } from './sms-section.tsx';
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
              <MessengerSection messenger={messenger} />
              {isOwner && (
                <>
                  <EmailSection messenger={messenger} />
                  <SmsSection />
                  <PushSection />
                </>
              )}
              {messenger.recipients.length > 0 && (
                <Contacts chats={messenger.recipients} sites={devices} />
              )}
              {devices.length > 0 && <PlannedTimes sites={devices} />}
            </>
          );
        }}
      </WithStats>
      <LineAccountDialog />
    </>
  );
}
