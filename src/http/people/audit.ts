import {
  type AuditEntryAnswer,
  auditAnswerSchema,
  auditQuerySchema,
} from '../../contract/people/audit.ts';
import { type AuditEntry, listAudit } from '../../store/people/audit.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { hiddenFrom } from '../engine/authenticate.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';
import { totalOf } from '../engine/total-of.ts';

/** The audit log, for operators. */
export function auditRoutes({ monitor }: ApiContext): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/audit',
        access: 'viewer',
        cost: 'search',
        tag: 'Audit log',
        summary: 'List who changed what',
        description:
          'Newest first. `q` is a part of who did it, of what was done, or of what it was done to; `filter` is what was changed, `who` by whom. `from` is part of the range of time, `to` is not. At most 10,000 are counted and shown; whoever looks for others narrows the range of time.',
        query: auditQuerySchema,
        answer: auditAnswerSchema,
      },
      function* ({ query, caller }) {
        const { page, limit, ...narrowing } = query;
        const wanted = { ...narrowing, hidden: hiddenFrom(caller) };
        const { rows, ...counted } = yield* listAudit(monitor.store, wanted, { page, limit });
        const data = rows.map(describeAuditEntry);
        return { ok: true as const, data, ...totalOf(counted), page, limit };
      },
    ),
  ];
}

export function describeAuditEntry(entry: AuditEntry): AuditEntryAnswer {
  return {
    id: entry.id,
    at: isoTime(entry.at),
    actor: entry.actor,
    actor_name: entry.actorName,
    action: entry.action,
    subject: entry.subject,
    subject_name: entry.subjectName,
    subject_device_id: entry.subjectDeviceId,
    before: entry.before,
    after: entry.after,
    address: entry.address,
  };
}
