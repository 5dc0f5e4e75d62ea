import { connectBrowser, findBrowser } from '../../actions/alerts/connect-browser.ts';
import { moveChat } from '../../actions/alerts/update-recipient.ts';
import {
  addBrowserSchema,
  browserAnswerSchema,
  browserQuerySchema,
  readdressBrowserSchema,
} from '../../contract/alerts/push.ts';
import { makePushAddress } from '../../domain/alerts/push-address.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import { findConnectedChat } from '../../store/alerts/recipients.ts';
import { isFollower } from '../../store/fleet/status-subscriptions.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';

const common = {
  path: '/api/customer/browsers',
  tag: 'Portal',
  answer: browserAnswerSchema,
} as const;

/** Browsers that are told: how customers connect the one they hold. */
export function pushRoutes({ monitor, channels }: ApiContext): Route[] {
  return [
    route(
      {
        ...common,
        access: 'customer',
        method: 'GET',
        summary: 'Ask whether a browser is told',
        description: 'By its address at its push service.',
        query: browserQuerySchema,
      },
      ({ caller, query }) => {
        const id = findBrowser(monitor, caller.id, query.endpoint)?.id ?? null;
        return { ok: true as const, data: { recipient_id: id } };
      },
    ),
    route(
      {
        ...common,
        access: 'customer',
        forOwner: true,
        method: 'POST',
        summary: 'Connect a browser',
        description:
          'What it gives out when it has subscribed with the key of `/api/public/info`. At most ten for an account; those that take nothing any more leave.',
        body: addBrowserSchema,
        errors: ['CONFLICT', 'NOT_FOUND'],
      },
      ({ caller, body, actor, now }) => {
        if (channels.pushKey() === null) throw new AppError('CONFLICT', refusals.channelOff);
        channels.takeIntoUse('webpush');
        const address = makePushAddress({ endpoint: body.endpoint, ...body.keys });
        const browser = {
          customerId: caller.id,
          address,
          name: body.name,
          contact: body.contact_id,
        };
        const id = connectBrowser(monitor, browser, actor, now);
        return { ok: true as const, data: { recipient_id: id } };
      },
    ),
    route(
      {
        ...common,
        access: 'public',
        method: 'PUT',
        summary: 'Change the address of a browser',
        description:
          'When its push service has given it another; all else stays. Without a log-in, as only the browser knows its keys.',
        body: readdressBrowserSchema,
        errors: ['NOT_FOUND'],
      },
      ({ body }) => {
        const [before, address] = [body.before, body.after].map(({ endpoint, keys }) =>
          makePushAddress({ endpoint, ...keys }),
        ) as [string, string];
        const at = { channel: 'webpush', address: before } as const;
        const browser = findConnectedChat(monitor.store, at.channel, before);
        if (browser === undefined && !isFollower(monitor.store, at)) {
          throw new AppError('NOT_FOUND', 'There is no such browser.');
        }
        moveChat(monitor, at, address);
        return { ok: true as const, data: { recipient_id: browser?.recipientId ?? null } };
      },
    ),
  ];
}
