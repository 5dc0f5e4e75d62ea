import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Fold } from '../../../components/ui/fold.tsx';
import { statsQuery } from '../api/get-stats.ts';
import { questionsQuery } from '../api/questions.ts';
import { mostCards } from '../site-filter.ts';
import { KeyStats } from './key-stats.tsx';
import { KeysAndDevices } from './keys-and-devices.tsx';
import { LogInQuestion } from './log-in-question.tsx';
import { MessengerOffer } from './messenger-offer.tsx';
import { Questions } from './questions.tsx';
import { WhoIsTold } from './who-is-told.tsx';

interface OverviewRestProps {
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
export function OverviewRest({ lately, isActivityAsked, children }: OverviewRestProps) {
  const { t } = useTranslation();
  const { isPending } = useQuery(questionsQuery);
  const { data } = useQuery(statsQuery);
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  if (isPending || data === undefined) return null;
  const { devices, messenger, user } = data;
  const isFew = devices.length <= mostCards;
  return (
    <>
      <LogInQuestion stats={data} />
      <Questions />
      {messenger.connected === 0 && user.is_owner && <MessengerOffer />}
      {devices.length > 0 && messenger.connected > 0 && <WhoIsTold messenger={messenger} />}
      {devices.length > 0 && isFew && lately}
      {!isFew && <KeyStats stats={data.stats} isSmall />}
      <div className="flex flex-col gap-3">
        {/* Who has no device yet begins here. */}
        <Fold
          title={t('portal.nav.devices')}
          isOpen={devices.length === 0 || isAsked(search, rows)}
        >
          <div className="flex flex-col gap-8">
            <KeysAndDevices hasStats={isFew} />
          </div>
        </Fold>
        <Fold title={t('activity.title')} isOpen={isActivityAsked}>
          {children}
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
