import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Fold } from '../../../components/ui/fold.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { chatsToAskOf, nameOfChat } from '../contact-words.ts';
import { type PortalStats, statsQuery } from '../portal-stats.ts';
import { questionsQuery } from '../question-calls.ts';
import { listNames, mostCards } from '../site-state.ts';
import { KeyStats } from './key-stats.tsx';
import { type MessengerConnectProps, MessengerOffer } from './messenger-connect.tsx';

/** What few people see at once; each is loaded when it is. */
interface LaterParts extends Pick<MessengerConnectProps, 'Webhook'> {
  LogInQuestion: ComponentType<{ stats: PortalStats }>;
  Questions: ComponentType;
  KeysAndDevices: ComponentType<{ hasStats: boolean }>;
}

interface OverviewRestProps {
  later: LaterParts;
  /** The last outages. */
  lately: ReactNode;
  /** The address says what of the activity is looked at. */
  isActivityAsked: boolean;
  /** What happened: events, or the report. */
  children: ReactNode;
}

/**
 * The dashboard below power now: what waits for the owner's word, who would be told, and the last outages; the rest
 * is folded. It is shown once it is known whether anything waits, which would otherwise push the rest down.
 */
export function OverviewRest({ later, lately, isActivityAsked, children }: OverviewRestProps) {
  const { t } = useTranslation();
  const { isPending, data: questions = [] } = useQuery(questionsQuery);
  const { data } = useQuery(statsQuery);
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  if (isPending || data === undefined) return null;
  const { devices, messenger, user } = data;
  const { LogInQuestion, Questions, KeysAndDevices, Webhook } = later;
  const isFew = devices.length <= mostCards;
  return (
    <>
      {chatsToAskOf(data).length > 0 && <LogInQuestion stats={data} />}
      {questions.length > 0 && <Questions />}
      {messenger.connected === 0 && user.is_owner && <MessengerOffer Webhook={Webhook} />}
      {devices.length > 0 && messenger.connected > 0 && <WhoIsTold messenger={messenger} />}
      {devices.length > 0 && isFew && lately}
      {!isFew && <KeyStats stats={data.stats} isSmall />}
      <div className="flex flex-col gap-3">
        {/* Who has no device yet begins here. */}
        <Fold
          title={t('portal.nav.devices')}
          isOpen={devices.length === 0 || isAsked(search, rows)}
        >
          <Suspense fallback={<Skeleton className="w-64" />}>
            <div className="flex flex-col gap-8">
              <KeysAndDevices hasStats={isFew} />
            </div>
          </Suspense>
        </Fold>
        <Fold title={t('activity.title')} isOpen={isActivityAsked}>
          <Suspense fallback={<Skeleton className="w-64" />}>{children}</Suspense>
        </Fold>
      </div>
    </>
  );
}

/** What stands in the address of whoever searches these lists. */
const rows = ['keys', 'devices'];

function isAsked(search: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return names.some((name) => search[name] !== undefined);
}

/** Where messages go, in one line, and the way to change that. */
function WhoIsTold({ messenger }: { messenger: PortalStats['messenger'] }) {
  const { t } = useTranslation();
  const reached = messenger.recipients.filter((chat) => chat.is_unreachable === 0);
  const names = listNames(
    reached.map((chat) => nameOfChat(chat, t)),
    t,
  );
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-5">
      {/* The focus goes here when the way to connect a first chat is gone. */}
      <p id="told" tabIndex={-1} className="flex min-w-52 flex-1 items-start gap-3 outline-none">
        <BellRing aria-hidden="true" className="h-lh w-4.5 shrink-0 text-up" />
        <span className="wrap-anywhere min-w-0">{t('portal.told.to', { names })}</span>
      </p>
      <Link to="/customer/alerts" className={buttonClasses('secondary', undefined, 'small')}>
        {t('portal.told.change')}
      </Link>
    </Card>
  );
}
