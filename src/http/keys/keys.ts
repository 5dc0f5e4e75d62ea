import { bindKey } from '../../actions/keys/bind-key.ts';
import { keyNotFound } from '../../actions/keys/change-key.ts';
import { createKeys, type KeyOrder } from '../../actions/keys/create-keys.ts';
import { deleteKeys } from '../../actions/keys/delete-keys.ts';
import { describeKey } from '../../actions/keys/describe-key.ts';
import { editKey } from '../../actions/keys/edit-key.ts';
import { renewKey } from '../../actions/keys/renew-key.ts';
import { revokeKey } from '../../actions/keys/revoke-key.ts';
import { transferKey } from '../../actions/keys/transfer-key.ts';
import type { Monitor } from '../../actions/monitor.ts';
import { doubtAbout } from '../../actions/people/prove-phone.ts';
import { doneAnswer } from '../../contract/fields.ts';
import {
  createKeyAnswerSchema,
  createKeySchema,
  createKeysAnswerSchema,
  createKeysSchema,
  deleteKeysAnswerSchema,
  deleteKeysSchema,
  editKeyAnswerSchema,
  editKeySchema,
  type KeyAnswer,
  keyListAnswerSchema,
  keyListQuerySchema,
  keyOneAnswerSchema,
  keyParamsSchema,
  keyStatsAnswerSchema,
  renewKeyAnswerSchema,
  renewKeySchema,
  revokeKeyAnswerSchema,
} from '../../contract/keys/keys.ts';
import type { DeviceType } from '../../domain/devices/device-type.ts';
import type { Instant } from '../../domain/instant.ts';
import { normaliseActivationKey } from '../../domain/keys/activation-key.ts';
import type { PurchaseType } from '../../domain/keys/key-lifecycle.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { WordForAccount } from '../../domain/people/word-for-account.ts';
import { readKeyCounts, readKeyPage } from '../../store/keys/key-list.ts';
import { readListedKeys } from '../../store/keys/keys.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { hiddenFrom } from '../engine/authenticate.ts';
import { type Route, route } from '../engine/route.ts';

const tag = 'Activation keys';

/** The operator's calls for activation keys. */
export function keyRoutes({ monitor }: ApiContext): Route[] {
  return [...readingRoutes(monitor), ...makingRoutes(monitor), ...changingRoutes(monitor)];
}

function readingRoutes(monitor: Monitor): Route[] {
  const { store } = monitor;
  return [
    route(
      {
        method: 'GET',
        path: '/api/keys',
        access: 'viewer',
        cost: 'search',
        tag,
        summary: 'List keys',
        description:
          'Newest first, or in the order of `sort`. `ending` keys end within 30 days. `counts` heeds the search, not the filter. Words are looked for in the key (dashes do not matter, O, I and L are read as 0, 1 and 1), in the name and phone of its customer, and in the id and site of its device.',
        query: keyListQuerySchema,
        answer: keyListAnswerSchema,
      },
      function* ({ query, caller, now: { wallMs } }) {
        const { page, limit, q, filter, customer_id: customerId } = query;
        const wanted = { q, hidden: hiddenFrom(caller), filter, customerId };
        const order = query.sort && { by: query.sort, direction: query.direction };
        const { keys, counts } = yield* readKeyPage(store, wanted, { page, limit }, wallMs, order);
        const data = keys.map((key) => describeKey(key, wallMs));
        return { ok: true as const, data, total: counts[filter], page, limit, counts };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/keys/stats',
        access: 'viewer',
        cost: 'search',
        tag,
        summary: 'Count keys by their standing',
        answer: keyStatsAnswerSchema,
      },
      function* ({ now }) {
        const counts = yield* readKeyCounts(store, now.wallMs);
        return { ok: true as const, ...counts, data: counts };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/keys/:keyCode',
        access: 'viewer',
        tag,
        summary: 'Read one key',
        params: keyParamsSchema,
        answer: keyOneAnswerSchema,
        errors: ['KEY_NOT_FOUND'],
      },
      ({ params, now }) => ({ ok: true as const, data: readKey(monitor, params.keyCode, now) }),
    ),
  ];
}

/** A new key is answered whole; whoever knows one of a customer, and the phone number, logs in as them. */
const making = {
  access: 'support',
  scope: 'keys:whole',
  fieldScopes: { phone: 'sessions' },
  tag,
} as const;

function makingRoutes(monitor: Monitor): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/api/keys',
        ...making,
        summary: 'Make a key',
        description:
          'With a phone it belongs to that customer, who is created if unknown; without, it can be bound later.',
        body: createKeySchema,
        answer: createKeyAnswerSchema,
        errors: ['CONFLICT'],
      },
      ({ body, actor, now }) => {
        const [code = ''] = createKeys(monitor, orderOf(body, 1), actor, now);
        const data = readKey(monitor, code, now);
        const warnings = warningsOf(monitor, data, body);
        return { ok: true as const, data, message: 'Key created', ...warnings };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/keys/bulk',
        ...making,
        summary: 'Make many keys of a kind',
        body: createKeysSchema,
        answer: createKeysAnswerSchema,
        errors: ['CONFLICT'],
      },
      ({ body, actor, now }) => {
        const codes = createKeys(monitor, orderOf(body, body.quantity), actor, now);
        const made = readListedKeys(monitor.store, codes);
        const data = made.map((key) => describeKey(key, now.wallMs));
        const warnings = warningsOf(monitor, data[0], body);
        return { ok: true as const, data, message: 'Keys created', ...warnings };
      },
    ),
  ];
}

function changingRoutes(monitor: Monitor): Route[] {
  return [
    route(
      {
        method: 'PUT',
        path: '/api/keys/:keyCode',
        access: 'support',
        fieldScopes: { phone: 'sessions', customer_id: 'sessions' },
        tag,
        summary: 'Edit, bind or transfer a key',
        description:
          'With a phone: binds a key that nobody has yet to the customer with that phone. With a customer_id: transfers it to that customer, and with it the device it serves. The notes may be changed along with either, or alone.',
        params: keyParamsSchema,
        body: editKeySchema,
        answer: editKeyAnswerSchema,
        errors: ['KEY_NOT_FOUND', 'KEY_INACTIVE', 'CUSTOMER_NOT_FOUND', 'CONFLICT'],
      },
      ({ params, body, actor, now }) => {
        const { keyCode, message } = change(monitor, params.keyCode, body, actor, now);
        const data = readKey(monitor, keyCode, now);
        const isGiven = body.phone !== undefined || body.customer_id !== undefined;
        const warnings = isGiven ? warningsOf(monitor, data, body) : {};
        return { ok: true as const, data, message, ...warnings };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/keys/:keyCode/revoke',
        access: 'support',
        tag,
        summary: 'Revoke a key',
        description:
          'Its device is refused from now on, unless another key serves it too; its customer has to log in anew, with another key.',
        params: keyParamsSchema,
        answer: revokeKeyAnswerSchema,
        errors: ['KEY_NOT_FOUND', 'CONFLICT'],
      },
      ({ params, actor, now }) => {
        const code = revokeKey(monitor, params.keyCode, actor, now);
        return { ok: true as const, data: readKey(monitor, code, now), message: 'Key revoked' };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/keys/:keyCode/renew',
        access: 'support',
        tag,
        summary: 'Renew a key that serves a device',
        description:
          'Counted from its end, or from now if that has passed; by 1, 3, 6, 12 or 24 months, or by as many as a new key is good for.',
        params: keyParamsSchema,
        body: renewKeySchema,
        answer: renewKeyAnswerSchema,
        errors: ['KEY_NOT_FOUND', 'KEY_INACTIVE', 'CONFLICT'],
      },
      ({ params, body, actor, now }) => {
        const { keyCode } = renewKey(monitor, params.keyCode, body.months, actor, now);
        const message = 'Key renewed';
        const data = { ...readKey(monitor, keyCode, now), message };
        return { ok: true as const, data, message };
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/api/keys/:keyCode',
        access: 'support',
        tag,
        summary: 'Delete a key',
        description: 'What holds for revoking one holds here, too.',
        params: keyParamsSchema,
        answer: () => doneAnswer,
        errors: ['KEY_NOT_FOUND', 'CONFLICT'],
      },
      ({ params, actor, now }) => {
        deleteKeys(monitor, [params.keyCode], actor, now);
        return { ok: true as const, message: 'Keys deleted' };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/keys/bulk-delete',
        access: 'support',
        tag,
        summary: 'Delete many keys, all or none',
        body: deleteKeysSchema,
        answer: deleteKeysAnswerSchema,
        errors: ['KEY_NOT_FOUND', 'CONFLICT'],
      },
      ({ body, actor, now }) => {
        const deleted = deleteKeys(monitor, body.key_codes, actor, now);
        return { ok: true as const, data: { deleted }, message: 'Keys deleted' };
      },
    ),
  ];
}

function orderOf(
  body: {
    readonly purchaseType: PurchaseType;
    readonly deviceType?: DeviceType | null | undefined;
    readonly phone?: string | null | undefined;
    readonly notes?: string | null | undefined;
    readonly account?: WordForAccount;
  },
  count: number,
): KeyOrder {
  const { purchaseType, deviceType = null, phone, notes, account } = body;
  const isPhoneGiven = typeof phone === 'string' && phone.trim() !== '';
  return {
    count,
    purchaseType,
    deviceType,
    phone: isPhoneGiven ? phone : null,
    notes: notesOf(notes) ?? null,
    account,
  };
}

/** The one of three edits that is meant; the contract sees to it that it is one. */
function change(
  monitor: Monitor,
  code: string,
  edit: {
    readonly notes?: string | null | undefined;
    readonly phone?: string | undefined;
    readonly customer_id?: number | undefined;
    readonly account?: WordForAccount;
  },
  actor: Actor,
  now: Instant,
): { readonly keyCode: string; readonly message: string } {
  const { phone, customer_id: customerId, account } = edit;
  const notes = notesOf(edit.notes);
  if (phone !== undefined) {
    return {
      keyCode: bindKey(monitor, code, { phone, notes, account }, actor, now),
      message: 'Phone bound',
    };
  }
  if (customerId !== undefined) {
    return {
      keyCode: transferKey(monitor, code, { customerId, notes, account }, actor, now),
      message: 'Key transferred',
    };
  }
  return { keyCode: editKey(monitor, code, notes ?? null, actor, now), message: 'Key edited' };
}

function warningsOf(
  { store }: Monitor,
  key: KeyAnswer | undefined,
  { account }: { readonly account?: WordForAccount },
): { readonly warnings?: string[] } {
  const doubt = doubtAbout(store, key?.customer_id ?? null, account);
  return doubt === null ? {} : { warnings: [doubt] };
}

/** Undefined: the notes stay. Only spaces: they are removed. */
function notesOf(text: string | null | undefined): string | null | undefined {
  return text === null || text?.trim() === '' ? null : text;
}

/** @throws AppError KEY_NOT_FOUND */
function readKey({ store }: Monitor, code: string, now: Instant): KeyAnswer {
  const keyCode = normaliseActivationKey(code);
  const [key] = keyCode === null ? [] : readListedKeys(store, [keyCode]);
  if (key === undefined) throw keyNotFound();
  return describeKey(key, now.wallMs);
}
