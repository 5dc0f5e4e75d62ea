import { newWebhookAddress } from '../../actions/alerts/connect-webhook.ts';
import {
  addOperatorRecipient,
  getOperatorRecipient,
  regainOperatorRecipient,
  removeOperatorRecipient,
} from '../../actions/system/operator-recipients.ts';
import { settableChannels } from '../../contract/system/channel-settings.ts';
import { testChannelAnswerSchema } from '../../contract/system/channels.ts';
import {
  addOperatorRecipientAnswerSchema,
  addOperatorRecipientSchema,
  type OperatorRecipientAnswer,
  operatorRecipientParams,
  operatorRecipientsAnswerSchema,
  removeOperatorRecipientAnswerSchema,
} from '../../contract/system/operator-recipients.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import { showOperatorAddress } from '../../domain/system/operator-address.ts';
import { readOperatorRecipients } from '../../store/system/operator-recipients.ts';
import type { ApiContext } from '../engine/api-context.ts';
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
        tag,
        summary: 'Add an address of the operator',
        description:
          'A test is sent there first; only an address that takes it is added. It is told what is wrong with the service; a webhook may be told of all sites of all customers, too.',
        body: addOperatorRecipientSchema,
        answer: addOperatorRecipientAnswerSchema,
        errors: ['CONFLICT', 'NOT_FOUND'],
      },
      async ({ body, actor }) => {
        const { channel, format, language, is_for_all_sites: isForAllSites } = body;
        const isWebhook = channel === 'webhook';
        const address = isWebhook ? newWebhookAddress({ url: body.address, format }) : body.address;
        const refusal = await channels.test(channel, address);
        if (refusal !== null) {
          throw new AppError('VALIDATION', refusal, { fields: { address: refusal } });
        }
        const recipient = { channel, address, language, isForAllSites };
        addOperatorRecipient(monitor, recipient, actor, monitor.clock());
        const isSigned = isWebhook && format === 'events';
        return { ok: true as const, secret: isSigned ? channels.webhookSecret(address) : null };
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
        errors: ['NOT_FOUND'],
      },
      async ({ params: { id } }) => {
        const row = getOperatorRecipient(monitor, id);
        const channel = settableChannels.find((name) => name === row.channel);
        if (channel === undefined) throw new AppError('NOT_FOUND', refusals.channelOff);
        const refusal = await channels.test(channel, row.address);
        if (refusal === null) regainOperatorRecipient(monitor, row, monitor.clock());
        return { ok: true as const, data: { is_taken: refusal === null, refusal } };
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
        answer: removeOperatorRecipientAnswerSchema,
        errors: ['NOT_FOUND'],
      },
      ({ params: { id }, actor, now }) => {
        removeOperatorRecipient(monitor, id, actor, now);
        return { ok: true as const, message: 'Recipient removed' };
      },
    ),
  ];
}

function listRecipients({ monitor, operatorAddresses }: ApiContext): OperatorRecipientAnswer[] {
  const configured = operatorAddresses.map((to) => ({
    ...{ id: null, channel: to.channel, address: showOperatorAddress(to) },
    ...{ is_for_all_sites: false, unreachable_reason: null },
  }));
  const added = readOperatorRecipients(monitor.store).map((row) => ({
    ...{ id: row.id, channel: row.channel, address: showOperatorAddress(row) },
    ...{ is_for_all_sites: row.isForAllSites, unreachable_reason: row.unreachableReason },
  }));
  return [...configured, ...added];
}
