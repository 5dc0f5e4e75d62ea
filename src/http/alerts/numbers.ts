import {
  confirmCode,
  type NumberChannel,
  prepareCode,
} from '../../actions/alerts/confirm-address.ts';
import { contactIdOf, getContact } from '../../actions/alerts/edit-contacts.ts';
import {
  addNumberAnswerSchema,
  addNumberSchema,
  confirmNumberAnswerSchema,
  confirmNumberSchema,
  numberedSitesSchema,
} from '../../contract/alerts/numbers.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import { maskText } from '../../domain/people/mask.ts';
import { readNumberedSites } from '../../store/devices/site-numbers.ts';
import { findCustomer } from '../../store/people/customers.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

/** Numbers for SMS and calls: how customers connect them. */
export function numberRoutes(context: ApiContext): Route[] {
  return [
    ...routesOf(
      'sms',
      {
        ask: 'Send a code to a number',
        says: 'It gets one message with a code, and nothing else until the code comes back. The code works once, for half an hour. In a day at most five messages go out for an account, three to a number, ten for a network; none once the daily cap runs short.',
        confirm: 'Connect a number by its code',
      },
      context,
    ),
    ...routesOf(
      'call',
      {
        ask: 'Call a number with a code',
        says: 'It is called once, with a code, and not again until the code comes back. The code works once, for half an hour. In a day at most five such calls and messages go out for an account, three to a number, ten for a network; none at night, and none once the daily cap runs short.',
        confirm: 'Connect a number by the code of a call',
      },
      context,
    ),
    route(
      {
        method: 'GET',
        path: '/api/customer/call/sites',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: 'List the sites by their numbers in calls',
        description: 'No machine says the name of a site: in a call it is known by its number.',
        answer: numberedSitesSchema,
      },
      ({ caller }) => ({
        ok: true as const,
        data: readNumberedSites(context.monitor.store, caller.id).map((name, index) => ({
          number: index + 1,
          site_name: name,
        })),
      }),
    ),
  ];
}

function routesOf(
  channel: NumberChannel,
  words: { readonly ask: string; readonly says: string; readonly confirm: string },
  { monitor, channels }: ApiContext,
): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: `/api/customer/${channel}`,
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: words.ask,
        description: words.says,
        body: addNumberSchema,
        answer: addNumberAnswerSchema,
        errors: ['CONFLICT', 'NOT_FOUND', 'RATE_LIMITED', 'UNAVAILABLE'],
      },
      async ({ caller, body: { address, contact_id }, address: from, now }) => {
        if (!monitor.channels.has(channel)) throw new AppError('CONFLICT', refusals.channelOff);
        const { id: customerId } = caller;
        const account = maskText(caller.name);
        const contact = getContact(monitor.store, customerId, contactIdOf(contact_id));
        const contactId = contact.isOwn ? null : contact.id;
        const asked = { customerId, channel, address, contactId, from };
        const { code, expiresAt } = prepareCode(monitor, asked, now);
        const language = findCustomer(monitor.store, customerId)?.language ?? 'th';
        await channels.askToConfirm(channel, address, { language, account, token: code });
        return { ok: true as const, address, expires_at: isoTime(expiresAt) };
      },
    ),
    route(
      {
        method: 'POST',
        path: `/api/customer/${channel}/confirm`,
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: words.confirm,
        description: 'The number is told from then on. Five wrong codes a day may be tried.',
        body: confirmNumberSchema,
        answer: confirmNumberAnswerSchema,
        errors: ['CONFLICT', 'RATE_LIMITED'],
      },
      ({ caller, body: { address, code }, now }) => {
        confirmCode(monitor, channel, caller.id, address, code, now);
        return { ok: true as const };
      },
    ),
  ];
}
