import type { showKeyAnswerSchema } from '../../../src/contract/devices/questions.ts';
import type { OutputOf } from '../../../src/contract/shape.ts';
import { customerApi } from './api-client.ts';

type ShownKey = OutputOf<typeof showKeyAnswerSchema>['data'];

/** The whole code of a key that lists show in part, and for which board it is. The audit log notes that it was shown. */
export async function showKey(id: string): Promise<ShownKey> {
  const { data } = await customerApi.post<{ data: ShownKey }>(
    `/api/customer/keys/${encodeURIComponent(id)}/show`,
  );
  return data;
}
