import { useQuery } from '@tanstack/react-query';
import { statsQuery } from './api/get-stats.ts';

/** False: a chat opened the session that may log in, and who is told is not for it to change. */
export function useIsOwner(): boolean {
  return useQuery(statsQuery).data?.user.is_owner ?? true;
}
