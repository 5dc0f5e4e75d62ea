import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../api-client.ts';
import { ApiError } from '../api-error.ts';
import type { Audience } from './audience.ts';
import { sessionsQuery } from './list-sessions.ts';

async function endSession(api: Api, id: string): Promise<void> {
  try {
    await api.delete<unknown>(`/api/account/sessions/${id}`);
  } catch (error) {
    // The session has ended by itself meanwhile.
    if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error;
  }
}

/** Ends some of the own sessions, by their ids: whoever uses one has to log in again. */
export function useEndSessions(audience: Audience) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await endSession(audience.api, id);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery(audience).queryKey }),
  });
}
