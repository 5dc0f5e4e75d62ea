import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { retryAnswerSchema } from '../../../../../src/contract/alerts/notifications.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';

function retryDelivery(id: number): Promise<OutputOf<typeof retryAnswerSchema>> {
  return adminApi.post(`/api/notifications/${id}/retry`);
}

/** Sends a message that was given up once more. */
export function useRetryDelivery() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: retryDelivery,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}
