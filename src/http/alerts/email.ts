import { prepareConfirmation } from '../../actions/alerts/confirm-address.ts';
import { contactIdOf, getContact } from '../../actions/alerts/edit-contacts.ts';
import { addEmailAnswerSchema, addEmailSchema } from '../../contract/alerts/email.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import { maskText } from '../../domain/people/mask.ts';
import { findCustomer } from '../../store/people/customers.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

/** Addresses of e-mail: how customers connect them. */
export function emailRoutes({ monitor, channels, publicUrl }: ApiContext): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/api/customer/email',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: 'Ask an address whether it wants alerts',
        description:
          'It gets one message with a link, and nothing else until somebody there agrees. The link works once, for half an hour. In a day at most five messages go out for an account, three to an address, ten for a network.',
        body: addEmailSchema,
        answer: addEmailAnswerSchema,
        errors: ['CONFLICT', 'NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
      },
      async ({ caller, body, address: from, now }) => {
        if (!monitor.channels.has('email') || publicUrl === undefined) {
          throw new AppError('CONFLICT', refusals.channelOff);
        }
        const { address } = body;
        const contact = getContact(monitor.store, caller.id, contactIdOf(body.contact_id));
        const contactId = contact.isOwn ? null : contact.id;
        const asked = {
          customerId: caller.id,
          channel: 'email',
          address,
          contactId,
          from,
        } as const;
        const { token, expiresAt } = prepareConfirmation(monitor, asked, now);
        const language = findCustomer(monitor.store, caller.id)?.language ?? 'th';
        const account = maskText(caller.name);
        await channels.askToConfirm('email', address, { language, account, token });
        return { ok: true as const, address, expires_at: isoTime(expiresAt) };
      },
    ),
  ];
}
