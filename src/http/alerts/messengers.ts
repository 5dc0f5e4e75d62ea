import { createMessengerLink } from '../../actions/alerts/create-messenger-link.ts';
import { disconnectRecipient } from '../../actions/alerts/disconnect-recipient.ts';
import { contactIdOf, getContact } from '../../actions/alerts/edit-contacts.ts';
import { editRecipient, sayWhoLogsIn } from '../../actions/alerts/edit-recipient.ts';
import { sendTestAlert } from '../../actions/alerts/send-test-alert.ts';
import { isSentByModules } from '../../actions/system/extras.ts';
import { messengerLinkQuerySchema } from '../../contract/alerts/contacts.ts';
import {
  editRecipientSchema,
  logInChatsSchema,
  messengerLinkAnswerSchema,
  portalRowParamsSchema,
  recipientAnswerSchema,
  testAlertAnswerSchema,
} from '../../contract/devices/portal.ts';
import { doneAnswer } from '../../contract/fields.ts';
import { AppError } from '../../domain/errors.ts';
import { showRecipient } from '../devices/portal-views.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

/** Chats and addresses alike; whether each took it, the live stream says. */
export function queuedTest(chats: number) {
  const message = `Test alert queued for ${chats} recipient${chats === 1 ? '' : 's'}`;
  return { ok: true as const, data: { chats }, message };
}

/** Calls with which customers connect chats, change what these get, and try them. */
export function messengerRoutes(context: ApiContext): Route[] {
  const { monitor, botUsername, extras } = context;
  return [
    route(
      {
        method: 'POST',
        path: '/api/customer/test-alert',
        access: 'customer',
        tag: 'Portal',
        summary: 'Send a test alert to every chat',
        answer: testAlertAnswerSchema,
        errors: ['CONFLICT', 'RATE_LIMITED'],
      },
      ({ caller, actor, now }) => {
        const guest = caller.isOwner ? null : caller.recipientId;
        return queuedTest(sendTestAlert(monitor, caller.id, actor, now, guest).recipients);
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/customer/telegram-link',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: 'Make a link that connects a chat',
        description:
          'Works once, for half an hour. Of those not used yet, the newest five count. With `contact_id` the chat will be that contact’s.',
        query: messengerLinkQuerySchema,
        answer: messengerLinkAnswerSchema,
        errors: ['CONFLICT', 'NOT_FOUND'],
      },
      ({ caller, query, now }) => {
        const bot = botUsername();
        if (bot === null) {
          throw new AppError('CONFLICT', 'No messenger bot is connected to this server just now.');
        }
        const contact = getContact(monitor.store, caller.id, contactIdOf(query.contact_id));
        const contactId = contact.isOwn ? null : contact.id;
        const { payload, expiresAt } = createMessengerLink(monitor, caller.id, now, contactId);
        return {
          ok: true as const,
          link: `https://t.me/${bot}?start=${payload}`,
          group_link: `https://t.me/${bot}?startgroup=${payload}`,
          expires_at: isoTime(expiresAt),
        };
      },
    ),
    route(
      {
        method: 'PUT',
        path: '/api/customer/recipients/:id',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: 'Change what a chat gets besides alerts, and what it may do',
        description:
          'The report of a month goes on the morning after its end, to whom wanted it by then. With `may_log_in` false, sessions that the chat opened end.',
        params: portalRowParamsSchema,
        body: editRecipientSchema,
        answer: recipientAnswerSchema,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ caller, params, body, actor, now }) => {
        if (body.digest === true && !isSentByModules('digest', extras)) {
          throw new AppError('CONFLICT', 'Monthly reports are switched off on this server.');
        }
        const { may_log_in: logIn, may_mute: mute, ...wishes } = body;
        const change = { ...wishes, logIn, mute };
        const row = editRecipient(monitor, caller.id, params.id, change, actor, now);
        return {
          ok: true as const,
          data: showRecipient(row, monitor.channels),
          message: 'Chat saved',
        };
      },
    ),
    route(
      {
        method: 'PUT',
        path: '/api/customer/log-in-chats',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: 'Say which chats may log in',
        description:
          'Of the private ones: these, and no others. The answer to what owners are asked once since an update.',
        body: logInChatsSchema,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ caller, body, actor, now }) => {
        sayWhoLogsIn(monitor, caller.id, body.recipient_ids, actor, now);
        return { ok: true as const, message: 'Chats saved' };
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/api/customer/recipients/:id',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: 'Disconnect a chat',
        description: 'It is told nothing more, what waits for it included.',
        params: portalRowParamsSchema,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND'],
      },
      ({ caller, params, actor, now }) => {
        disconnectRecipient(monitor, caller.id, params.id, actor, now);
        return { ok: true as const, message: 'Chat disconnected' };
      },
    ),
  ];
}
