import { acknowledgeOutages } from '../../actions/alerts/acknowledge-outages.ts';
import { remindAgain } from '../../actions/alerts/remind-again.ts';
import { getOwnedDevice } from '../../actions/devices/change-own-device.ts';
import { editOwnDevice } from '../../actions/devices/edit-own-device.ts';
import type { CustomerAccount } from '../../actions/people/find-account.ts';
import { updateProfile } from '../../actions/people/update-profile.ts';
import { deviceIdParams } from '../../contract/devices/devices.ts';
import {
  acknowledgeAnswerSchema,
  acknowledgeManyAnswerSchema,
  editOwnDeviceAnswerSchema,
  editOwnDeviceSchema,
  outagesToAnswerSchema,
  type PortalEventFilter,
  type PortalUser,
  portalEventsAnswerSchema,
  portalEventsQuerySchema,
  portalRowParamsSchema,
  portalStatsAnswerSchema,
  remindAgainAnswerSchema,
  saveProfileAnswerSchema,
  saveProfileSchema,
} from '../../contract/devices/portal.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { heldKeyStatus } from '../../domain/keys/held-key.ts';
import { type TimelineEventType, timelineEventTypes } from '../../domain/states.ts';
import { inSteps } from '../../domain/steps.ts';
import { type RecipientRow, readRecipients } from '../../store/alerts/recipients.ts';
import { readEventPage, readRecentEvents } from '../../store/fleet/portal-events.ts';
import { readHeldKeys } from '../../store/keys/held-keys.ts';
import { readSite, readSites } from '../../store/people/customer-overview.ts';
import { findCustomer } from '../../store/people/customers.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';
import { totalOf } from '../engine/total-of.ts';
import { showDevice, showEvent, showKey, showRecipient } from './portal-views.ts';

const tag = 'Portal';
const recentEvents = 50;
/** Some milliseconds, on a Pi too. */
const shownPerStep = 500;

const typesOf: Readonly<Record<PortalEventFilter, 'power' | readonly TimelineEventType[]>> = {
  all: timelineEventTypes.filter((type) => type !== 'HEARTBEAT'),
  power: 'power',
  contact: ['ONLINE', 'OFFLINE', 'OUTAGE'],
  acknowledgement: ['ACKNOWLEDGE', 'ACK_RECOVER', 'ACK_WITHDRAWN'],
  settings: ['REGISTER', 'CONFIG_CHANGE'],
  heartbeat: ['HEARTBEAT'],
};

/** Calls of customers about their account and their devices. */
export function portalRoutes(context: ApiContext): Route[] {
  return [...overviewRoutes(context), ...ownedRoutes(context)];
}

function overviewRoutes(context: ApiContext): Route[] {
  const { monitor } = context;
  const { store } = monitor;
  return [
    route(
      {
        method: 'GET',
        path: '/api/customer/stats',
        access: 'customer',
        tag,
        summary: 'Read everything the dashboard shows',
        description: 'Keys, devices as they are at this moment, what happened last, and chats.',
        answer: portalStatsAnswerSchema,
      },
      function* ({ caller, now }) {
        const keys = yield* readHeldKeys(store, caller.id);
        const sites = yield* readSites(store, caller.id, now.wallMs);
        const recipients = readRecipients(store, caller.id);
        const statuses = keys.map((key) => heldKeyStatus(key, now.wallMs));
        const viewer = viewerOf(context, caller.id, recipients);
        const shown = recipients.map((chat) => showRecipient(chat, monitor.channels));
        return {
          ok: true as const,
          stats: {
            totalKeys: keys.length,
            usedKeys: keys.filter((key) => key.activatedAt !== null && key.hasDevice).length,
            activeKeys: statuses.filter((status) => status === 'available').length,
            expiredKeys: statuses.filter((status) => status === 'expired').length,
          },
          keys: keys.map((key) => showKey(key, now)),
          devices: yield* inSteps(sites, shownPerStep, (part) =>
            part.map((site) => showDevice(viewer, site, now)),
          ),
          recentEvents: readRecentEvents(store, caller.id, recentEvents).map(showEvent),
          messenger: {
            connected: shown.filter((chat) => chat.is_unreachable === 0).length,
            unreachable: shown.filter((chat) => chat.is_unreachable === 1).length,
            recipients: shown,
          },
          user: showUser(context, caller),
          server_time: isoTime(now.wallMs),
        };
      },
    ),
    route(
      {
        method: 'GET',
        path: '/api/customer/events',
        access: 'customer',
        cost: 'search',
        tag,
        summary: 'List what happened',
        description:
          'Newest first. `all` leaves the hourly `heartbeat` roll-ups out. Of a device that had another owner, only what came after. At most 10,000 are counted and shown.',
        query: portalEventsQuerySchema,
        answer: portalEventsAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      function* ({ caller, query }) {
        const { q, filter, device_id: deviceId, page, limit } = query;
        const deviceRow =
          deviceId === undefined
            ? undefined
            : getOwnedDevice(store, { customerId: caller.id, deviceId }).row;
        const wanted = { q, types: typesOf[filter], deviceRow };
        const found = yield* readEventPage(store, caller.id, wanted, { page, limit });
        return {
          ok: true as const,
          data: found.events.map(showEvent),
          ...totalOf(found),
          page,
          limit,
        };
      },
    ),
    route(
      {
        method: 'PUT',
        path: '/api/customer/profile',
        access: 'customer',
        forOwner: true,
        tag,
        summary: 'Change the own name or language',
        description: 'Chats keep the language that was chosen in each.',
        body: saveProfileSchema,
        answer: saveProfileAnswerSchema,
      },
      ({ caller, body, actor, now }) => {
        const before = showUser(context, caller);
        const { name, language } = updateProfile(monitor, caller.id, before, body, actor, now);
        const data = { ...before, name, language };
        return { ok: true as const, data, message: 'Profile saved' };
      },
    ),
  ];
}

function ownedRoutes(context: ApiContext): Route[] {
  const { monitor } = context;
  return [
    route(
      {
        method: 'PUT',
        path: '/api/customer/devices/:id',
        access: 'customer',
        forOwner: true,
        tag,
        summary: 'Rename a device, or say where it stands',
        description:
          'Fields that are left out stay. `CONFLICT`: the operator set the `cell`, and only the operator changes it. With `on_status_page` the site counts for the public page from the next midnight on.',
        params: deviceIdParams,
        body: editOwnDeviceSchema,
        answer: editOwnDeviceAnswerSchema,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ caller, params, body, actor, now }) => {
        const device = { customerId: caller.id, deviceId: params.id, by: caller.name };
        const { on_status_page: isOnStatusPage, ...edit } = body;
        editOwnDevice(monitor, device, { ...edit, isOnStatusPage }, actor, now);
        const data = readDevice(context, caller, params.id, now);
        const message = body.siteName === undefined ? 'Device saved' : 'Device renamed';
        return { ok: true as const, data, message };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/customer/outages/acknowledge',
        access: 'customer',
        tag,
        summary: 'Acknowledge several outages',
        description: 'All in one go. Those that are not the caller’s are left alone.',
        body: outagesToAnswerSchema,
        answer: acknowledgeManyAnswerSchema,
      },
      ({ caller, body, actor, now }) => {
        const { id: customerId, name: by } = caller;
        const request = { customerId, outageIds: body.outage_ids, by, actor };
        const outages = acknowledgeOutages(monitor, request, now);
        const outage_ids = outages.flatMap((one) => (one.earlier === null ? [one.outageId] : []));
        const data = { acknowledged: outages.length, outage_ids };
        return { ok: true as const, data, message: 'Acknowledged' };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/customer/outages/remind',
        access: 'customer',
        tag,
        summary: 'Withdraw the acknowledgement of outages',
        description:
          'Reminders go on; whoever was told of the acknowledgement is told. Outages that are over, that nobody acknowledged, or that are not the caller’s are left alone.',
        body: outagesToAnswerSchema,
        answer: remindAgainAnswerSchema,
      },
      ({ caller, body, actor, now }) => {
        const { id: customerId, name: by } = caller;
        const request = { customerId, outageIds: body.outage_ids, by, actor };
        const outage_ids = remindAgain(monitor, request, now);
        return { ok: true as const, data: { outage_ids }, message: 'Reminders go on' };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/customer/outages/:id/acknowledge',
        access: 'customer',
        tag,
        summary: 'Acknowledge an outage',
        description: 'No more reminders of it. The first one stands; a repeat says who that was.',
        params: portalRowParamsSchema,
        answer: acknowledgeAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ caller, params, actor, now }) => {
        const outageIds = [params.id];
        const wanted = { customerId: caller.id, outageIds, by: caller.name, actor };
        const [outage] = acknowledgeOutages(monitor, wanted, now);
        if (outage === undefined) throw new AppError('NOT_FOUND', 'There is no such outage.');
        const { earlier } = outage;
        return {
          ok: true as const,
          data: {
            outage_id: outage.outageId,
            site_name: outage.siteName,
            is_back: outage.isBack,
            was_earlier: earlier !== null,
            acknowledged_by: earlier?.by ?? outage.by,
            acknowledged_at: isoTime(earlier?.at ?? now.wallMs),
          },
          message: earlier === null ? 'Acknowledged' : `Already acknowledged by ${earlier.by}`,
        };
      },
    ),
  ];
}

function readDevice(
  context: ApiContext,
  caller: CustomerAccount,
  deviceId: string,
  now: Instant,
): ReturnType<typeof showDevice> {
  const { monitor } = context;
  const site = readSite(monitor.store, caller.id, deviceId, now.wallMs);
  if (site === undefined) throw new AppError('NOT_FOUND', 'There is no such device.');
  const recipients = readRecipients(monitor.store, caller.id);
  return showDevice(viewerOf(context, caller.id, recipients), site, now);
}

function viewerOf(
  context: ApiContext,
  customerId: number,
  recipients: readonly RecipientRow[],
): Parameters<typeof showDevice>[0] {
  const { monitor, timezone } = context;
  const canReach = hasReachableRecipient(context, recipients);
  return { monitor, timezone, customerId, hasReachableRecipient: canReach };
}

function hasReachableRecipient(
  { monitor: { channels } }: ApiContext,
  recipients: readonly RecipientRow[],
): boolean {
  return recipients.some(
    ({ channel, unreachableAt }) => channels.has(channel) && unreachableAt === null,
  );
}

function showUser({ monitor }: ApiContext, caller: CustomerAccount): PortalUser {
  const { id, name, phone, isOwner } = caller;
  const row = findCustomer(monitor.store, id);
  return {
    name,
    phone,
    language: row?.language ?? 'th',
    is_owner: isOwner,
    is_asked_who_logs_in: row?.isAskedWhoLogsIn ?? false,
    deletion_requested_at: isoTime(row?.deletionRequestedAt ?? null),
  };
}
