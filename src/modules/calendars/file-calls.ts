import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { isoTime } from '../../http/engine/iso-time.ts';
import { type Route, route } from '../../http/engine/route.ts';
import type { Core } from '../module.ts';
import {
  announcementFileSchema,
  type PlannedLineAnswer,
  plannedFileAnswerSchema,
  plannedFileSchema,
} from './announcement-contract.ts';
import { importPlannedFile, type PlannedLine, readPlannedFile } from './import-planned.ts';

const own = { access: 'customer', tag: 'Portal' } as const;
const operators = { access: 'support', tag: 'Outages' } as const;
const fileWords =
  'At most 200 lines, as spreadsheets write them. Each line says whether it can be used; the others are planned, all or none. What is planned already is left out.';

/** Files (CSV) of announced outages: a customer's for their sites, the operator's for all. */
export function fileRoutes({ monitor, config: { timezone } }: Core): Route[] {
  /** Reads a file, or plans what it holds. */
  const takeFile = (
    customerId: number | null,
    { csv, is_preview: isPreview }: FileBody,
    deviceIds: readonly string[] | null,
    actor: Actor,
    now: Instant,
  ) => {
    const file = { csv, deviceIds };
    const lines = isPreview
      ? readPlannedFile(monitor, customerId, file, timezone, now)
      : importPlannedFile(monitor, customerId, file, timezone, actor, now);
    const message = isPreview ? 'File read' : 'Outages announced';
    return { ok: true as const, data: { lines: lines.map(describeLine) }, message };
  };
  return [
    route(
      {
        ...own,
        forOwner: true,
        method: 'POST',
        path: '/api/customer/planned-times/csv',
        summary: 'Plan announced outages of a file',
        description: `${fileWords} Sites are named as they are called, or by their devices.`,
        body: plannedFileSchema,
        answer: plannedFileAnswerSchema,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ caller, body, actor, now }) => takeFile(caller.id, body, body.device_ids, actor, now),
    ),
    route(
      {
        ...operators,
        method: 'POST',
        path: '/api/announcements/csv',
        summary: 'Announce the outages of a file to the owners of sites',
        description: `${fileWords} Sites are named by their devices.`,
        body: announcementFileSchema,
        answer: plannedFileAnswerSchema,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ body, actor, now }) => takeFile(null, body, body.device_ids, actor, now),
    ),
  ];
}

interface FileBody {
  readonly csv: string;
  readonly is_preview: boolean;
}

function describeLine({ startsAt, endsAt, sites, ...line }: PlannedLine): PlannedLineAnswer {
  return {
    ...line,
    starts_at: isoTime(startsAt),
    ends_at: isoTime(endsAt),
    sites: sites?.map(({ siteName }) => siteName) ?? null,
  };
}
