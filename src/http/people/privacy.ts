import { listOldBackups } from '../../actions/backups/outlive-deletion.ts';
import { eraseCustomer } from '../../actions/people/erase-customer.ts';
import { requestDeletion } from '../../actions/people/request-deletion.ts';
import { savePrivacy } from '../../actions/people/save-privacy.ts';
import { takeOutData } from '../../actions/people/take-out-data.ts';
import { customerIdParams } from '../../contract/people/customers.ts';
import {
  deletionAnswerSchema,
  erasedAnswer,
  personalDataSchema,
  privacyAnswerSchema,
  publicPrivacyAnswerSchema,
  savePrivacyAnswerSchema,
  savePrivacySchema,
} from '../../contract/people/privacy.ts';
import type { Instant } from '../../domain/instant.ts';
import { localDayOf } from '../../domain/local-days.ts';
import { maskKeys } from '../../domain/people/mask.ts';
import { suggestedRetention } from '../../domain/people/privacy.ts';
import type { PersonalRow, PersonalSection } from '../../store/people/personal-data.ts';
import { readPrivacy } from '../../store/people/privacy.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';
import { sendDownload } from '../engine/send-download.ts';
import { streamText, type TextParts } from '../exports/stream-text.ts';

const tag = 'Privacy';
const whatIsInIt =
  'A file, with a list for each kind of data. A connection that ends without the last chunk means that the file is not whole. One at a time, and five of a customer in 24 hours.';

/** The rights of privacy law: access, portability and erasure. */
export function privacyRoutes(context: ApiContext): Route[] {
  return [...pageRoutes(context), ...customerRoutes(context), ...operatorRoutes(context)];
}

function pageRoutes(context: ApiContext): Route[] {
  const { monitor, uplinkTargets } = context;
  const { store } = monitor;
  const readOutlook = makeOutlook(context);
  return [
    route(
      {
        method: 'GET',
        path: '/api/public/privacy',
        access: 'public',
        tag,
        summary: 'Read what the privacy page says',
        answer: publicPrivacyAnswerSchema,
      },
      ({ now }) => ({
        ok: true as const,
        data: { ...readPrivacy(store), uplinkTargets: [...uplinkTargets], ...readOutlook(now) },
      }),
    ),
    route(
      {
        method: 'GET',
        path: '/api/settings/privacy',
        access: 'owner',
        tag,
        summary: 'Read the settings of the privacy page and of what is kept',
        answer: privacyAnswerSchema,
      },
      () => ({
        ok: true as const,
        data: { ...readPrivacy(store), suggested: suggestedRetention },
      }),
    ),
    route(
      {
        method: 'PUT',
        path: '/api/settings/privacy',
        access: 'owner',
        tag,
        summary: 'Save the settings of the privacy page and of what is kept',
        description:
          'Any of them. Once months are given, older events and audit entries are removed in small steps; outages are kept.',
        body: savePrivacySchema,
        answer: savePrivacyAnswerSchema,
      },
      ({ body, actor, now }) => ({
        ok: true as const,
        data: { ...savePrivacy(monitor, body, actor, now), suggested: suggestedRetention },
        message: 'Settings saved successfully',
      }),
    ),
  ];
}

function customerRoutes(context: ApiContext): Route[] {
  const { monitor } = context;
  return [
    route(
      {
        method: 'GET',
        path: '/api/customer/data',
        access: 'customer',
        forOwner: true,
        cost: 'download',
        tag,
        summary: 'Download everything that is stored about the own account',
        description: whatIsInIt,
        answer: personalDataSchema,
      },
      ({ caller, actor, now }) =>
        answerData(context, takeOutData(monitor, caller.id, 'customer', actor, now), now),
    ),
    route(
      {
        method: 'POST',
        path: '/api/customer/deletion-request',
        access: 'customer',
        forOwner: true,
        tag,
        summary: 'Ask for the own account, and what is stored about it, to be deleted',
        description: 'The operator answers; until then everything goes on.',
        answer: deletionAnswerSchema,
      },
      ({ caller, actor, now }) => {
        const at = requestDeletion(monitor, caller.id, true, actor, now);
        const data = { deletion_requested_at: isoTime(at) };
        return { ok: true as const, data, message: 'Deletion requested' };
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/api/customer/deletion-request',
        access: 'customer',
        forOwner: true,
        tag,
        summary: 'Withdraw the wish to be deleted',
        answer: deletionAnswerSchema,
      },
      ({ caller, actor, now }) => {
        const at = requestDeletion(monitor, caller.id, false, actor, now);
        const data = { deletion_requested_at: isoTime(at) };
        return { ok: true as const, data, message: 'Deletion withdrawn' };
      },
    ),
  ];
}

function operatorRoutes(context: ApiContext): Route[] {
  const { monitor } = context;
  return [
    route(
      {
        method: 'GET',
        path: '/api/customers/:id/data',
        access: 'support',
        cost: 'download',
        tag,
        summary: 'Download everything that is stored about a customer',
        description: whatIsInIt,
        params: customerIdParams,
        answer: personalDataSchema,
        errors: ['CUSTOMER_NOT_FOUND'],
      },
      ({ params, actor, now }) =>
        answerData(context, takeOutData(monitor, params.id, 'operator', actor, now), now),
    ),
    route(
      {
        method: 'POST',
        path: '/api/customers/:id/erase',
        access: 'owner',
        tag,
        summary: 'Delete a customer and what is stored about them',
        description:
          'Releases their devices, revokes their keys, and takes names, places and networks out of events and audit entries. Outages stay, as nobody’s. Backups that were made before keep what they hold; the answer names them.',
        params: customerIdParams,
        answer: erasedAnswer,
        errors: ['CUSTOMER_NOT_FOUND'],
      },
      async ({ params, actor, now }) => {
        await eraseCustomer(monitor, params.id, actor, now);
        const backups = listOldBackups(context.backups, context.backupPlan, now);
        const left = backups.map(({ name, endsAt }) => ({ name, ends_at: isoTime(endsAt) }));
        return { ok: true as const, data: { backups: left }, message: 'Customer erased' };
      },
    ),
  ];
}

/** So long what was found in the folder of backups is said again: anybody may ask. */
const outlookMs = 60_000;

/** The public page's words on backups. */
function makeOutlook({ backups, backupPlan }: ApiContext) {
  let known = { oldBackupsEndAt: isoTime(null), hasLastingBackups: false };
  let until = Number.NEGATIVE_INFINITY;
  return (now: Instant) => {
    if (now.monoMs < until) return known;
    const ends = listOldBackups(backups, backupPlan, now).map(({ endsAt }) => endsAt);
    const last = ends.reduce((one, other) => Math.max(one ?? 0, other ?? 0) || null, null);
    known = { oldBackupsEndAt: isoTime(last), hasLastingBackups: ends.includes(null) };
    until = now.monoMs + outlookMs;
    return known;
  };
}

function answerData(
  { monitor, timezone }: ApiContext,
  sections: readonly PersonalSection[],
  now: Instant,
): Response {
  const { date } = localDayOf(now.wallMs, timezone);
  const json = streamText(jsonParts(sections, now), monitor);
  return sendDownload(json, `faiwatch-data-${date}.json`, 'application/json; charset=utf-8');
}

function* jsonParts(sections: readonly PersonalSection[], now: Instant): TextParts {
  yield `{\n"made_at": ${JSON.stringify(isoTime(now.wallMs))}`;
  for (const { name, pages } of sections) {
    yield `,\n${JSON.stringify(name)}: [`;
    let separator = '\n';
    for (const rows of pages()) {
      let text = '';
      for (const row of rows) {
        text += separator + maskKeys(JSON.stringify(sayRow(row)));
        separator = ',\n';
      }
      yield text;
    }
    yield '\n]';
  }
  yield '\n}\n';
}

const jsonColumns: readonly string[] = ['details', 'before', 'after'];

/** Times in a form that programs read, and JSON as values. */
function sayRow(row: PersonalRow): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value === 'number' && /_(at|until)$/.test(name)) return [name, isoTime(value)];
      if (typeof value === 'string' && jsonColumns.includes(name)) return [name, JSON.parse(value)];
      return [name, value];
    }),
  );
}
