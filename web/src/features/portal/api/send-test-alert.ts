import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { testAlertAnswerSchema } from '../../../../../src/contract/devices/portal.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { customerApi } from '../../../lib/api-client.ts';
import { freshTestAlert, type TestAlert } from '../live/test-alert.ts';
import { portalKeys } from './portal-keys.ts';

type TestAlertAnswer = OutputOf<typeof testAlertAnswerSchema>;

function sendTestAlert(): Promise<TestAlertAnswer> {
  return customerApi.post('/api/customer/test-alert');
}

/** Sends a test alert and follows its delivery in the live stream. */
export function useTestAlert() {
  const queryClient = useQueryClient();
  const set = (change: (alert: TestAlert) => TestAlert | undefined) =>
    queryClient.setQueryData<TestAlert>(portalKeys.testAlert, (alert) =>
      change(alert ?? freshTestAlert),
    );
  // Only this hook and the stream write this; it is never fetched.
  const { data: alert } = useQuery<TestAlert>({
    queryKey: portalKeys.testAlert,
    enabled: false,
    meta: { isLive: false },
  });
  const sending = useMutation({
    mutationFn: sendTestAlert,
    // Before the call: the stream may tell of the delivery sooner than the call is answered.
    onMutate: () => set(() => freshTestAlert),
    onSuccess: ({ data }) => set((now) => ({ ...now, chats: data.chats })),
    onError: () => {
      queryClient.removeQueries({ queryKey: portalKeys.testAlert });
      // The reason may be that no chat is left.
      void queryClient.invalidateQueries({ queryKey: portalKeys.stats });
    },
  });
  return {
    alert,
    send: () => sending.mutate(),
    isSending: sending.isPending,
    error: sending.error,
  };
}
