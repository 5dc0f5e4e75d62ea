import { useQuery } from '@tanstack/react-query';
import { attentionQuery } from './attention-query.ts';

/** Whether no channel leads to people, so that nobody is told of anything. */
export function useIsNobodyTold(): boolean {
  const { data } = useQuery(attentionQuery);
  return data?.problems.includes('no_messenger') === true;
}
