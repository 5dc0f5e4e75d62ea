import {
  describeMessageLink,
  followMessageLink,
  readStatusLink,
  recallStatusLink,
} from '../../actions/alerts/message-links.ts';
import { messageLinkAnswerSchema, ticketQuerySchema } from '../../contract/alerts/message-links.ts';
import { AppError } from '../../domain/errors.ts';
import { type ApiContext, isFollowOffered } from '../engine/api-context.ts';
import { acceptsHtml } from '../engine/content-negotiation.ts';
import { type Route, route } from '../engine/route.ts';
import { saidPage } from './said-page.ts';

const common = {
  path: '/api/message-link',
  access: 'public',
  tag: 'Portal',
  query: ticketQuerySchema,
  answer: messageLinkAnswerSchema,
} as const;

/** Where the links in messages lead. */
export function messageLinkRoutes({ monitor, tickets, publicPage }: ApiContext): Route[] {
  return [
    route(
      {
        ...common,
        method: 'GET',
        summary: 'Read what a link in a message would do',
        description: 'Changes nothing. A browser is led to a page with a button.',
        otherAnswers: { 303: 'The page, for a browser' },
        errors: ['NOT_FOUND'],
      },
      ({ query: { ticket }, request, now }) => {
        if (acceptsHtml(request.headers.get('accept'))) {
          // Behind # it is in nobody's log a second time; but a page without a script cannot read it there.
          const isOfStatus = publicPage !== null && recallStatusLink(tickets, ticket) !== null;
          const Location = isOfStatus
            ? `/status/link?ticket=${ticket}`
            : `/customer/link#${ticket}`;
          return new Response(null, { status: 303, headers: { Location } });
        }
        const data = describeMessageLink(monitor, tickets, ticket, now);
        return Response.json({ ok: true, data });
      },
    ),
    route(
      {
        ...common,
        method: 'POST',
        summary: 'Do what a link in a message stands for',
        description:
          'Without a log-in, as the link is only in that message: acknowledge what it tells of, confirm the address, follow an area of the public page, or end its messages. Mail programs post here, too (RFC 8058).',
        formPage: (given, error) =>
          saidPage(
            given.get('lang'),
            error ??
              // Whoever has agreed has spent the link.
              recallStatusLink(tickets, given.get('ticket') ?? '')?.do ??
              'gone',
          ),
        errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED', 'FORBIDDEN', 'INVALID_CREDENTIALS'],
      },
      ({ query: { ticket }, address, now }) => {
        const isToFollow = readStatusLink(tickets, ticket, now)?.do === 'follow';
        if (isToFollow && !isFollowOffered(publicPage?.ways())) throw notOffered();
        const data = followMessageLink(monitor, tickets, ticket, address, now);
        return { ok: true as const, data };
      },
    ),
  ];
}

export function notOffered(): AppError {
  return new AppError('NOT_FOUND', 'Areas cannot be followed here.');
}
