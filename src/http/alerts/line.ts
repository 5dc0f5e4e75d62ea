import { createDialogNonce, createLinkCode } from '../../actions/alerts/create-messenger-link.ts';
import { contactIdOf, getContact } from '../../actions/alerts/edit-contacts.ts';
import { messengerLinkQuerySchema } from '../../contract/alerts/contacts.ts';
import {
  lineAccountAnswerSchema,
  lineAccountSchema,
  lineLinkAnswerSchema,
  takenAnswerSchema,
} from '../../contract/alerts/line.ts';
import { AppError } from '../../domain/errors.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';
import { forged, LinePosts, tooMuch } from './line-posts.ts';

/** Chats of LINE: how customers connect them, and where LINE posts what people write. */
export function lineRoutes({ monitor, line }: ApiContext): Route[] {
  const posts = new LinePosts(monitor);
  const requireLine = (): string => {
    const account = line.basicId();
    if (account === null) throw new AppError('CONFLICT', 'LINE is not connected to this server.');
    return account;
  };
  return [
    route(
      {
        method: 'POST',
        path: '/api/customer/line-link',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: 'Make a code that connects a chat of LINE',
        description:
          'Works once, for half an hour. Of those not used yet, the newest five count. With `contact_id` the chat will be that contact’s.',
        query: messengerLinkQuerySchema,
        answer: lineLinkAnswerSchema,
        errors: ['CONFLICT', 'NOT_FOUND'],
      },
      ({ caller, query, now }) => {
        const account = requireLine();
        const contact = getContact(monitor.store, caller.id, contactIdOf(query.contact_id));
        const contactId = contact.isOwn ? null : contact.id;
        const { code, expiresAt } = createLinkCode(monitor, caller.id, now, contactId);
        const link = `https://line.me/R/oaMessage/${encodeURIComponent(account)}/?${code}`;
        return { ok: true as const, code, link, account, expires_at: isoTime(expiresAt) };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/customer/line-account',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: 'Connect the chat of LINE that asked for it',
        description:
          'The chat gave its owner a link to the pages with a token of LINE’s. The answer leads to LINE’s dialog, which connects the chat once they agree.',
        body: lineAccountSchema,
        answer: lineAccountAnswerSchema,
        errors: ['CONFLICT'],
      },
      ({ caller, body: { link_token: linkToken }, now }) => {
        requireLine();
        const nonce = createDialogNonce(monitor, caller.id, now);
        return { ok: true as const, location: line.dialogOf(linkToken, nonce) };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/line/webhook',
        access: 'public',
        tag: 'Portal',
        summary: 'Take what LINE posts',
        description:
          'For LINE only: the body has to bear its signature (X-Line-Signature) over the raw bytes. It is answered once it was worked on.',
        answer: takenAnswerSchema,
        errors: ['FORBIDDEN', 'NOT_FOUND', 'UNAVAILABLE'],
      },
      async ({ request, address }) => {
        if (!line.isSetUp()) throw absent();
        const { body, signature } = await posts.read(request, address);
        switch (await line.take(body, signature)) {
          case null:
            throw absent();
          case 'forged':
            throw forged();
          case 'busy':
            throw tooMuch();
          case 'taken':
            return { ok: true as const };
        }
      },
    ),
  ];
}

function absent(): AppError {
  return new AppError('NOT_FOUND', 'LINE is not set up here.');
}
