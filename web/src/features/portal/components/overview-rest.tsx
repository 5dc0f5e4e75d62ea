import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { Fold } from '../../../components/ui/fold.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { type PortalStats, statsQuery } from '../api/get-stats.ts';
import { questionsQuery } from '../api/questions.ts';
import { chatsToAskOf } from '../chat-rights.ts';
import { mostCards } from '../site-filter.ts';
import { KeyStats } from './key-stats.tsx';
import type { MessengerConnectProps } from './messenger-connect.tsx';
import { MessengerOffer } from './messenger-offer.tsx';
import { WhoIsTold } from './who-is-told.tsx';

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
