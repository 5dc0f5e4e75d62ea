import {
  addContact,
  changeContact,
  contactIdOf,
  removeContact,
} from '../../actions/alerts/edit-contacts.ts';
import { previewTelling } from '../../actions/alerts/preview-telling.ts';
import { getOwnedDevice } from '../../actions/devices/change-own-device.ts';
import type { Monitor } from '../../actions/monitor.ts';
import {
  type ContactAnswer,
  contactAnswerSchema,
  contactParams,
  contactsAnswerSchema,
  newContactSchema,
  previewAnswerSchema,
  previewQuerySchema,
  saveContactSchema,
} from '../../contract/alerts/contacts.ts';
import { doneAnswer } from '../../contract/fields.ts';
import { AppError } from '../../domain/errors.ts';
import { nextTimeOfDay, timeOfDayText } from '../../domain/local-days.ts';
import {
  type ContactRow,
  findOwnContact,
  quietHoursOf,
  readContactSites,
  readContacts,
} from '../../store/alerts/contacts.ts';
import { readRecipients } from '../../store/alerts/recipients.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { showRecipient } from '../devices/portal-views.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

const path = '/api/customer/contacts';
const common = { access: 'customer', tag: 'Portal' } as const;

/** The contacts of a customer, with the order and delays of telling. */
export function contactRoutes(context: ApiContext): Route[] {
  const { monitor, timezone } = context;
  const { store } = monitor;
  return [
    route(
      {
        ...common,
        method: 'GET',
        path,
        summary: 'List contacts',
        description:
          'The own contact of the account first, then by when they are told. Chats that were given to nobody else are the own contact’s.',
        answer: contactsAnswerSchema,
      },
      ({ caller }) => ({ ok: true as const, data: describeContacts(monitor, caller.id) }),
    ),
    route(
      {
        ...common,
        forOwner: true,
        method: 'POST',
        path,
        summary: 'Add a contact',
        description: 'At most ten. Chats are connected, or given to them, afterwards.',
        body: newContactSchema,
        answer: contactAnswerSchema,
        errors: ['CONFLICT'],
      },
      ({ caller, body, actor, now }) => {
        const { id } = addContact(monitor, caller.id, body.name, actor, now);
        const data = describeContact(monitor, caller.id, `${id}`);
        return { ok: true as const, data, message: 'Contact added' };
      },
    ),
    route(
      {
        ...common,
        forOwner: true,
        method: 'PUT',
        path: `${path}/:id`,
        summary: 'Change when and how a contact is told',
        description:
          'Any of the fields; in force at once, also for outages that go on. The own contact is called as the account is.',
        params: contactParams,
        body: saveContactSchema,
        answer: contactAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ caller, params, body, actor, now }) => {
        const { quiet, after_minutes: afterMinutes, device_ids: deviceIds } = body;
        const change = {
          name: body.name,
          language: body.language,
          order: body.order,
          afterMinutes,
          deviceIds,
          recipientIds: body.recipient_ids,
          ...(quiet === null && { quietFrom: null, quietTo: null }),
          ...(quiet != null && {
            quietFrom: minuteOf(quiet.from),
            quietTo: minuteOf(quiet.to),
            wakes: quiet.wakes,
          }),
        };
        changeContact(monitor, caller.id, contactIdOf(params.id), change, actor, now);
        const data = describeContact(monitor, caller.id, params.id);
        return { ok: true as const, data, message: 'Contact saved' };
      },
    ),
    route(
      {
        ...common,
        forOwner: true,
        method: 'DELETE',
        path: `${path}/:id`,
        summary: 'Remove a contact',
        description: 'Their chats are disconnected: they are told nothing more.',
        params: contactParams,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ caller, params, actor, now }) => {
        removeContact(monitor, caller.id, contactIdOf(params.id), actor, now);
        return { ok: true as const, message: 'Contact removed' };
      },
    ),
    route(
      {
        ...common,
        method: 'GET',
        path: `${path}/preview`,
        summary: 'Read who would be told of a loss, and when',
        description:
          'Of a loss that nobody acknowledges, at the next time that the clocks of the installation show `time`. Reckoned by the rules that decide when it happens.',
        query: previewQuerySchema,
        answer: previewAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ caller, query, now }) => {
        const device = getOwnedDevice(store, {
          customerId: caller.id,
          deviceId: query.device_id,
        });
        const lostAt = nextTimeOfDay(minuteOf(query.time), now.wallMs, timezone);
        const preview = previewTelling(monitor, caller.id, device, lostAt, timezone);
        const data = {
          lost_at: isoTime(lostAt),
          maintenance_until: isoTime(preview.maintenanceUntil),
          has_reminders: preview.hasReminders,
          calls_on_recovery: preview.callsOnRecovery,
          announced_until: isoTime(preview.announcedUntil),
          messages: preview.messages.map(({ contact, recipientId, at, ...message }) => ({
            contact_id: shownId(contact),
            recipient_id: recipientId,
            at: isoTime(at),
            is_in_turn: message.isInTurn,
            is_held: message.isHeld,
            is_critical_call: message.isCriticalCall,
          })),
        };
        return { ok: true as const, data };
      },
    ),
  ];
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function shownId({ id, isOwn }: Pick<ContactRow, 'id' | 'isOwn'>): string {
  return isOwn ? 'own' : `${id}`;
}

type Told = Pick<Monitor, 'store' | 'channels'>;

function describeContacts({ store, channels }: Told, customerId: number): ContactAnswer[] {
  const stored = readContacts(store, customerId);
  const contacts = stored.length > 0 ? stored : [findOwnContact(store, customerId)];
  const sites = readContactSites(store, customerId);
  const chats = readRecipients(store, customerId);
  const account = findCustomer(store, customerId)?.name ?? '';
  return contacts.map((contact) => {
    const quiet = quietHoursOf(contact);
    return {
      id: shownId(contact),
      name: contact.isOwn ? account : contact.name,
      language: contact.language,
      order: contact.order,
      after_minutes: contact.afterMinutes,
      quiet:
        quiet === null
          ? null
          : {
              from: timeOfDayText(quiet.from),
              to: timeOfDayText(quiet.to),
              wakes: [...quiet.wakes],
            },
      device_ids: contact.isForChosenSites ? (sites.get(contact.id) ?? []) : null,
      recipients: chats
        .filter(({ contactId }) => contactId === (contact.isOwn ? null : contact.id))
        .toSorted((a, b) => a.position - b.position)
        .map((chat) => showRecipient(chat, channels)),
    };
  });
}

/** @throws AppError NOT_FOUND */
function describeContact(monitor: Told, customerId: number, id: string): ContactAnswer {
  const found = describeContacts(monitor, customerId).find((contact) => contact.id === id);
  if (found === undefined) throw new AppError('NOT_FOUND', 'There is no such contact.');
  return found;
}
