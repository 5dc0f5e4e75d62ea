import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { testAlertAnswerSchema } from '../../../../../src/contract/devices/portal.ts';
import { adminApi } from '../../../lib/api-client.ts';

function sendTestAlert(id: number): Promise<z.output<typeof testAlertAnswerSchema>> {
  return adminApi.post(`/api/customers/${id}/test-alert`);
}

/** To every chat of a customer. */
export function useSendTestAlert() {
  return useMutation({ mutationFn: sendTestAlert });
}
