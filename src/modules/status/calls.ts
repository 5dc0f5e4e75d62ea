import type { Monitor } from '../../actions/monitor.ts';
import { makePushAddress } from '../../domain/alerts/push-address.ts';
import { notOffered } from '../../http/alerts/message-links.ts';
import { saidPage } from '../../http/alerts/said-page.ts';
import type { StatusWays } from '../../http/engine/api-context.ts';
import { type Route, route } from '../../http/engine/route.ts';
import { askToFollow, unfollowByKeys } from './ask-to-follow.ts';
import {
  followAnswerSchema,
  followByBrowserSchema,
  followByEmailSchema,
  langQuerySchema,
  unfollowByBrowserSchema,
} from './contract.ts';

const common = {
  method: 'POST',
  access: 'public',
  tag: 'Public page',
  answer: followAnswerSchema,
} as const;

const limits =
  'An address is asked once a day until somebody there agrees; ten questions go out for a network in a day, 200 in all.';

/** Following an area of the public page, without an account. */
export function statusRoutes(monitor: Monitor, ways: () => StatusWays): Route[] {
  return [
    route(
      {
        ...common,
        path: '/api/public/status/emails',
        summary: 'Ask an address whether it wants to hear of an area',
        description: `It gets one message with a link, and nothing else until somebody there agrees. The answer is the same whatever is known of the address. ${limits} A form may be posted, too; it is led on to a page.`,
        query: langQuerySchema,
        body: followByEmailSchema,
        errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
        formPage: (query, error) => saidPage(query.get('lang'), error ?? 'asked'),
      },
      ({ query: { lang: language }, body: { area, address }, address: from, now }) => {
        if (!ways().email) throw notOffered();
        askToFollow(monitor, { channel: 'email', address, area, language }, from, now);
        return { ok: true as const };
      },
    ),
    route(
      {
        ...common,
        path: '/api/public/status/browsers',
        summary: 'Have a browser hear of an area',
        description: `What the browser gives out when it has subscribed with the key on the public page. It is sent one message, which it answers by itself. ${limits}`,
        query: langQuerySchema,
        body: followByBrowserSchema,
        errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
      },
      ({ query: { lang: language }, body: { area, endpoint, keys }, address: from, now }) => {
        if (ways().pushKey === null) throw notOffered();
        const address = makePushAddress({ endpoint, ...keys });
        askToFollow(monitor, { channel: 'webpush', address, area, language }, from, now);
        return { ok: true as const };
      },
    ),
    route(
      {
        ...common,
        path: '/api/public/status/browsers/end',
        summary: 'End what a browser follows',
        description:
          'All areas. Nothing is kept. Only the browser knows its keys. A network may call this ten times a day.',
        body: unfollowByBrowserSchema,
        errors: ['RATE_LIMITED'],
      },
      ({ body: { endpoint, keys }, address: from, now }) => {
        const address = makePushAddress({ endpoint, ...keys });
        unfollowByKeys(monitor, { channel: 'webpush', address }, from, now);
        return { ok: true as const };
      },
    ),
  ];
}
