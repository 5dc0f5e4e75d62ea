import { queryOptions } from '@tanstack/react-query';
import type { publicPrivacyAnswerSchema } from '../../../../../src/contract/people/privacy.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { publicApi } from '../../../lib/api-client.ts';

type Answer = OutputOf<typeof publicPrivacyAnswerSchema>;
export type Privacy = Answer['data'];

/** Who is responsible, and how long things are kept. */
export const privacyQuery = queryOptions({
  queryKey: ['privacy'],
  queryFn: async ({ signal }) =>
    (await publicApi.get<Answer>('/api/public/privacy', { signal })).data,
});
