import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { auditAnswerSchema } from '../../../../../src/contract/people/audit.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import type { AuditActor } from '../../../../../src/domain/people/audit-filter.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import type { ListParams } from '../../../lib/console/list-params.ts';
import { follow } from '../../../lib/console/live-query.ts';

type AuditAnswer = OutputOf<typeof auditAnswerSchema>;
type Params = ListParams & { who: AuditActor | undefined };

function listAudit(query: Params, signal: AbortSignal): Promise<AuditAnswer> {
  return adminApi.get('/api/audit', { query, signal });
}

/** A page of the audit log, newest first. */
export function auditQuery(params: Params) {
  return queryOptions({
    queryKey: [...consoleKey, 'audit', params],
    queryFn: ({ signal }) => listAudit(params, signal),
    placeholderData: keepPreviousData,
    meta: follow<AuditAnswer>((answer, message, askAgain) => {
      if (message.event === 'change') askAgain();
      return answer;
    }),
  });
}
