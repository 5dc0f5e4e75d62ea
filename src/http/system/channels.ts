import { sendTest } from '../../actions/system/send-test.ts';
import {
  type SettableChannel,
  settableChannels,
  settingsOf,
} from '../../contract/system/channel-settings.ts';
import {
  type ChannelAnswer,
  changeChannelAnswerSchema,
  channelsAnswerSchema,
  saveChannelSchema,
  testChannelAnswerSchema,
  testChannelSchema,
} from '../../contract/system/channels.ts';
import { channelTitles } from '../../domain/alerts/channel-titles.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { leaveTrace } from '../../store/people/token-traces.ts';
import { readLastSentAt } from '../../store/system/system-facts.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

const tag = 'Settings';

/** The channels that reach people: how they are set up, and how they do. */
export function channelRoutes(context: ApiContext): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/channels',
        access: 'owner',
        tag,
        summary: 'See the channels',
        description: 'Those that are set up and those that could be. Secrets are masked.',
        answer: channelsAnswerSchema,
      },
      () => ({
        ok: true as const,
        data: settableChannels.map((name) => describe(context, name)),
      }),
    ),
    ...settableChannels.flatMap((name) => routesOf(context, name)),
  ];
}

function routesOf(context: ApiContext, name: SettableChannel): Route[] {
  const { monitor, channels } = context;
  const path = `/api/channels/${name}` as const;
  const subject = `channel:${name}`;
  const called = channelTitles.en[name];
  return [
    route(
      {
        method: 'PUT',
        path,
        access: 'owner',
        scope: 'recipients',
        tag,
        summary: `Set up a channel: ${called}`,
        description:
          'The far end is asked first; the channel then works at once, and after every start. What is left out stays as it was. Not where the configuration names its settings, which win.',
        body: () => saveChannelSchema(name),
        answer: changeChannelAnswerSchema,
        errors: ['CONFLICT', 'UNAVAILABLE'],
      },
      async ({ body, actor, now }) => {
        const identity = await channels.save(name, body);
        const after = { identity, changed: Object.keys(body).join(', ') };
        writeAudit(monitor.store, { actor, action: 'channel.save', subject, after }, now.wallMs);
        leaveTrace(monitor.store, actor, 'channel', name, now.wallMs);
        return { ok: true as const, data: describe(context, name), message: 'Channel set up' };
      },
    ),
    route(
      {
        method: 'DELETE',
        path,
        access: 'owner',
        tag,
        summary: `Remove a channel: ${called}`,
        description:
          'Its settings are forgotten. What waits for it waits until it is set up again.',
        answer: changeChannelAnswerSchema,
        errors: ['CONFLICT'],
      },
      async ({ actor, now }) => {
        await channels.remove(name);
        writeAudit(monitor.store, { actor, action: 'channel.remove', subject }, now.wallMs);
        return { ok: true as const, data: describe(context, name), message: 'Channel removed' };
      },
    ),
    route(
      {
        method: 'POST',
        path: `${path}/test`,
        access: 'owner',
        scope: 'recipients',
        tag,
        summary: `Send a test on a channel: ${called}`,
        description:
          'One message that says it is a test, to an address of your own. When it is not taken, the far end’s own words say why. In a day three go to one mailbox or number, and ten from one operator to such; a phone is called between 8:00 and 21:00 only.',
        body: testChannelSchema,
        answer: testChannelAnswerSchema,
        errors: ['NOT_FOUND', 'RATE_LIMITED'],
      },
      async ({ body: { address }, caller, actor, now }) => {
        const refusal = await sendTest(context, { channel: name, address, by: caller.id }, now);
        writeAudit(monitor.store, { actor, action: 'channel.test', subject }, now.wallMs);
        return { ok: true as const, data: { is_taken: refusal === null, refusal } };
      },
    ),
  ];
}

function describe({ monitor, channels }: ApiContext, name: SettableChannel): ChannelAnswer {
  const found = channels.settingsOf(name);
  const standing = channels.standings().find((one) => one.name === name);
  const settings: Readonly<Record<string, unknown>> = found?.settings ?? {};
  return {
    name,
    is_set_up: found !== undefined,
    is_configured: found?.isConfigured === true,
    state: standing?.state ?? null,
    since: isoTime(standing?.since ?? null),
    detail: standing?.detail ?? null,
    identity: standing?.identity ?? null,
    quota: standing?.quota ?? null,
    ...(standing?.signal !== undefined && { signal: standing.signal }),
    last_sent_at: isoTime(readLastSentAt(monitor.store, new Set([name]))),
    fields: settingsOf(name)
      .filter(({ isFileOnly }) => isFileOnly !== true)
      .map(
        ({ field, schema, isSecret = false, isLong = false, isNeeded, options = null, when }) => {
          const value = settings[field];
          const text = value === undefined || value === '' ? null : String(value);
          return {
            field,
            is_secret: isSecret,
            is_required: isNeeded === true || !schema.safeParse(undefined).success,
            is_long: isLong,
            when: when === undefined ? null : { field: when[0], value: when[1] },
            options: options === null ? null : [...options],
            value: isSecret && text !== null ? mask(text) : text,
          };
        },
      ),
  };
}

/** Enough is shown to tell one from another; of a short one nothing. */
function mask(secret: string): string {
  return `••••••••${secret.length >= 16 ? secret.slice(-4) : ''}`;
}
