import { confirmCode, prepareCode } from '../../actions/alerts/confirm-address.ts';
import { contactIdOf, getContact } from '../../actions/alerts/edit-contacts.ts';
import {
  addNumberAnswerSchema,
  addNumberSchema,
  confirmNumberAnswerSchema,
  confirmNumberSchema,
} from '../../contract/alerts/sms.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import { maskText } from '../../domain/people/mask.ts';
import { findCustomer } from '../../store/people/customers.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

/** Numbers for SMS: how customers connect them. */
export function smsRoutes({ monitor, channels }: ApiContext): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/api/customer/sms',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: 'Send a code to a number',
        description:
          'It gets one message with a code, and nothing else until the code comes back. The code works once, for half an hour. In a day at most five messages go out for an account, three to a number, ten for a network; none once the daily cap runs short.',
        body: addNumberSchema,
        answer: addNumberAnswerSchema,
        errors: ['CONFLICT', 'NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
      },
      async ({ caller, body: { address, contact_id }, address: from, now }) => {
        if (!monitor.channels.has('sms')) throw new AppError('CONFLICT', refusals.channelOff);
        const { id: customerId } = caller;
        const account = maskText(caller.name);
        const contact = getContact(monitor.store, customerId, contactIdOf(contact_id));
        const contactId = contact.isOwn ? null : contact.id;
        const asked = { customerId, channel: 'sms', address, contactId, from } as const;
        const { code, expiresAt } = prepareCode(monitor, asked, now);
        const language = findCustomer(monitor.store, customerId)?.language ?? 'th';
        await channels.askToConfirm('sms', address, { language, account, token: code });
        return { ok: true as const, address, expires_at: isoTime(expiresAt) };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/customer/sms/confirm',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: 'Connect a number by its code',
        description: 'The number is told from then on. Five wrong codes a day may be tried.',
        body: confirmNumberSchema,
        answer: confirmNumberAnswerSchema,
        errors: ['CONFLICT', 'RATE_LIMITED'],
      },
      ({ caller, body: { address, code }, now }) => {
        confirmCode(monitor, caller.id, address, code, now);
        return { ok: true as const };
      },
    ),
  ];
}
