import { connectWebhook, prepareWebhook } from '../../actions/alerts/connect-webhook.ts';
import { renewWebhookSecret } from '../../actions/alerts/renew-webhook-secret.ts';
import {
  addWebhookAnswerSchema,
  addWebhookSchema,
  renewSecretAnswerSchema,
} from '../../contract/alerts/webhooks.ts';
import { portalRowParamsSchema } from '../../contract/devices/portal.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { type Route, route } from '../engine/route.ts';

/** Programs that are told: how customers connect them. */
export function webhookRoutes({ monitor, channels }: ApiContext): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/api/customer/webhooks',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: 'Connect a webhook',
        description:
          'A test is posted there first; only an address that answers it with 2xx is connected. At most five for an account, and twenty tries in an hour.',
        body: addWebhookSchema,
        answer: addWebhookAnswerSchema,
        errors: ['CONFLICT', 'NOT_FOUND', 'RATE_LIMITED'],
      },
      async ({ caller, body, actor, now }) => {
        const asked = { customerId: caller.id, url: body.url, format: body.format };
        const request = { ...asked, contact: body.contact_id };
        const prepared = prepareWebhook(monitor, request, now);
        const secret = channels.webhookSecret(prepared.address);
        if (secret === null) throw new AppError('CONFLICT', 'Webhooks are not set up here.');
        const refusal = await channels.test('webhook', prepared.address);
        if (refusal !== null) {
          throw new AppError('VALIDATION', refusal, { fields: { url: refusal } });
        }
        connectWebhook(monitor, prepared, actor, monitor.clock());
        return { ok: true as const, secret: body.format === 'events' ? secret : null };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/customer/recipients/:id/secret',
        access: 'customer',
        forOwner: true,
        tag: 'Portal',
        summary: 'Give a webhook another secret',
        description:
          'For a day what is posted is signed with both, the new one and the one so far.',
        params: portalRowParamsSchema,
        answer: renewSecretAnswerSchema,
        errors: ['CONFLICT', 'NOT_FOUND'],
      },
      ({ caller, params, actor, now }) => {
        const address = renewWebhookSecret(monitor, caller.id, params.id, actor, now);
        const secret = channels.webhookSecret(address);
        if (secret === null) throw new AppError('CONFLICT', refusals.channelOff);
        return { ok: true as const, secret };
      },
    ),
  ];
}
