import type { z } from 'zod';
import type { showKeyAnswerSchema } from '../../../src/contract/devices/questions.ts';
import { customerApi } from './api-client.ts';

/** The whole code of a key that lists show in part. The audit log notes that it was shown. */
export async function showKey(id: string): Promise<string> {
  const { data } = await customerApi.post<z.output<typeof showKeyAnswerSchema>>(
    `/api/customer/keys/${encodeURIComponent(id)}/show`,
  );
  return data.key_code;
}
