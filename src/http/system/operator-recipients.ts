import { newWebhookAddress } from '../../actions/alerts/connect-webhook.ts';
import { linkPayload } from '../../actions/alerts/create-messenger-link.ts';
import { renewOperatorSecret } from '../../actions/alerts/renew-webhook-secret.ts';
import { type LinkedMessenger, makeOperatorLink } from '../../actions/system/operator-link.ts';
import {
  addOperatorRecipient,
  getOperatorRecipient,
  regainOperatorRecipient,
  removeOperatorRecipient,
} from '../../actions/system/operator-recipients.ts';
import { sendTest } from '../../actions/system/send-test.ts';
import { addWebhookAnswerSchema, renewSecretAnswerSchema } from '../../contract/alerts/webhooks.ts';
import { doneAnswer } from '../../contract/fields.ts';
import { settableChannels } from '../../contract/system/channel-settings.ts';
import { testChannelAnswerSchema } from '../../contract/system/channels.ts';
import {
  addOperatorRecipientSchema,
  type OperatorRecipientAnswer,
  operatorLinkAnswerSchema,
  operatorLinkSchema,
  operatorRecipientParams,
  operatorRecipientsAnswerSchema,
} from '../../contract/system/operator-recipients.ts';
import { isSigned } from '../../domain/alerts/webhook-address.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import { showAddress } from '../../domain/people/mask-address.ts';
import { readOperatorRecipients } from '../../store/system/operator-recipients.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

const tag = 'Settings';
const path = '/api/operator-recipients';

/** The operator's own addresses, which are told what is wrong with the service. */
export function operatorRecipientRoutes(context: ApiContext): Route[] {
  const { monitor, channels } = context;
  return [
    route(
      {
        method: 'GET',
        path,
        access: 'owner',
        tag,
        summary: 'See who is told what is wrong with the service',
        answer: operatorRecipientsAnswerSchema,
      },
      () => ({ ok: true as const, data: listRecipients(context) }),
    ),
    route(
      {
        method: 'POST',
        path,
        access: 'owner',
        scope: 'recipients',
        tag,
        summary: 'Add an address of the operator',
        description:
          'A test is sent there first; only an address that takes it is added. It is told what is wrong with the service; a webhook may be told of all sites of all customers, too.',
        body: addOperatorRecipientSchema,
        answer: addWebhookAnswerSchema,
        errors: ['CONFLICT', 'NOT_FOUND', 'RATE_LIMITED'],
      },
      async ({ body, caller, actor, now }) => {
        const { channel, format, language, is_for_all_sites: isForAllSites } = body;
        const address =
          channel === 'webhook' ? newWebhookAddress({ url: body.address, format }) : body.address;
        const refusal = await sendTest(context, { channel, address, by: caller.id }, now);
        if (refusal !== null) {
          throw new AppError('VALIDATION', refusal, { fields: { address: refusal } });
        }
        const recipient = { channel, address, language, isForAllSites };
        addOperatorRecipient(monitor, recipient, actor, monitor.clock());
        const secret = isSigned(recipient) ? channels.webhookSecret(address) : null;
        return { ok: true as const, secret };
      },
    ),
    route(
      {
        method: 'POST',
        path: `${path}/link`,
        access: 'owner',
        scope: 'recipients',
        tag,
        summary: 'Make a link that connects a chat of the operator',
        description:
          'Works once, for half an hour; a new one ends the one before. The chat is told what is wrong with the service.',
        body: operatorLinkSchema,
        answer: operatorLinkAnswerSchema,
        errors: ['CONFLICT'],
      },
      ({ body, actor, now }) => {
        const account = accountOf(context, body.channel);
        const { token, expiresAt } = makeOperatorLink(monitor, body, actor, now);
        const isLine = body.channel === 'line';
        const link = isLine
          ? `https://line.me/R/oaMessage/${encodeURIComponent(account)}/?${token}`
          : `https://t.me/${account.slice(1)}?start=${linkPayload(token)}`;
        const expires = isoTime(expiresAt);
        return {
          ok: true as const,
          link,
          account,
          code: isLine ? token : null,
          expires_at: expires,
        };
      },
    ),
    route(
      {
        method: 'POST',
        path: `${path}/:id/test`,
        access: 'owner',
        tag,
        summary: 'Send a test to an address of the operator',
        description: 'One that could not be reached and takes it is told again from then on.',
        params: operatorRecipientParams,
        answer: testChannelAnswerSchema,
        errors: ['NOT_FOUND', 'RATE_LIMITED'],
      },
      async ({ params: { id }, caller, now }) => {
        const row = getOperatorRecipient(monitor, id);
        const channel = settableChannels.find((name) => name === row.channel);
        if (channel === undefined) throw new AppError('NOT_FOUND', refusals.channelOff);
        const { address } = row;
        const refusal = await sendTest(context, { channel, address, by: caller.id }, now);
        if (refusal === null) regainOperatorRecipient(monitor, row, monitor.clock());
        return { ok: true as const, data: { is_taken: refusal === null, refusal } };
      },
    ),
    route(
      {
        method: 'POST',
        path: `${path}/:id/secret`,
        access: 'owner',
        scope: 'recipients',
        tag,
        summary: 'Give a webhook of the operator another secret',
        description:
          'For a day what is posted is signed with both, the new one and the one so far.',
        params: operatorRecipientParams,
        answer: renewSecretAnswerSchema,
        errors: ['CONFLICT', 'NOT_FOUND'],
      },
      ({ params: { id }, actor, now }) => {
        const secret = channels.webhookSecret(renewOperatorSecret(monitor, id, actor, now));
        if (secret === null) throw new AppError('CONFLICT', refusals.channelOff);
        return { ok: true as const, secret };
      },
    ),
    route(
      {
        method: 'DELETE',
        path: `${path}/:id`,
        access: 'owner',
        tag,
        summary: 'Remove an address of the operator',
        params: operatorRecipientParams,
        answer: () => doneAnswer,
        errors: ['NOT_FOUND'],
      },
      ({ params: { id }, actor, now }) => {
        removeOperatorRecipient(monitor, id, actor, now);
        return { ok: true as const, message: 'Recipient removed' };
      },
    ),
  ];
}

/**
 * The bot's name at a messenger, with @.
 * @throws AppError CONFLICT
 */
function accountOf({ line, botUsername }: ApiContext, channel: LinkedMessenger): string {
  const bot = channel === 'line' ? line.basicId() : botUsername();
  if (bot === null) throw new AppError('CONFLICT', refusals.channelOff);
  return channel === 'line' ? bot : `@${bot}`;
}

function listRecipients({ monitor, operatorAddresses }: ApiContext): OperatorRecipientAnswer[] {
  const configured = operatorAddresses.map(({ channel, address }) => ({
    id: null,
    channel,
    address: showAddress(channel, address),
    is_for_all_sites: false,
    is_signed: false,
    unreachable_reason: null,
  }));
  const added = readOperatorRecipients(monitor.store).map((row) => ({
    id: row.id,
    channel: row.channel,
    address: showAddress(row.channel, row.address),
    is_for_all_sites: row.isForAllSites,
    unreachable_reason: row.unreachableReason,
    is_signed: isSigned(row),
  }));
  return [...configured, ...added];
}
