import { useMutation } from '@tanstack/react-query';
import type { testAlertAnswerSchema } from '../../../../../src/contract/devices/portal.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';

function sendTestAlert(id: number): Promise<OutputOf<typeof testAlertAnswerSchema>> {
  return adminApi.post(`/api/customers/${id}/test-alert`);
}

/** To every chat of a customer. */
export function useSendTestAlert() {
  return useMutation({ mutationFn: sendTestAlert });
}
