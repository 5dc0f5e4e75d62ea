import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { statsQuery } from '../api/get-stats.ts';
import { questionsQuery } from '../api/questions.ts';
import { KeysAndDevices } from './keys-and-devices.tsx';
import { LogInQuestion } from './log-in-question.tsx';
import { MessengerOffer } from './messenger-offer.tsx';
import { Questions } from './questions.tsx';

/**
 * The dashboard below power now: what waits for the owner's word, then all the rest. It is shown once it is
 * known whether anything waits, which would otherwise push the rest down.
 * @param children what happened
 */
export function OverviewRest({ children }: { children: ReactNode }) {
  const { isPending } = useQuery(questionsQuery);
  const { data } = useQuery(statsQuery);
  if (isPending) return null;
  return (
    <>
      {data !== undefined && <LogInQuestion stats={data} />}
      <Questions />
      {data?.messenger.connected === 0 && data.user.is_owner && <MessengerOffer />}
      <KeysAndDevices isShort />
      {children}
    </>
  );
}
