import type { WebhookFormat } from '../../../domain/alerts/webhook-address.ts';
import type { Instant } from '../../../domain/instant.ts';
import type { Message, ToldOutage } from '../../channel.ts';
import { toPlainLines } from '../../messages/plain-text.ts';

interface Form {
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Discord takes 2,000 characters, Slack cuts at 40,000, ntfy makes a file of more than 4,096 bytes. */
const maxDiscord = 2_000;
const maxNtfyBytes = 4_096;

const json = 'application/json';

/** A message as the far end takes it. */
export function toWebhookForm(format: WebhookFormat, message: Message, now: Instant): Form {
  const text = toPlainLines(message.html).join('\n');
  switch (format) {
    case 'events':
      return { type: json, body: JSON.stringify(toEvent(message, text, now)) };
    case 'slack':
      return { type: json, body: JSON.stringify({ text: escapeSlack(text) }) };
    case 'discord': {
      const content = [...text.replace(/[\\*_~`|>#[\]]/g, '\\$&')].slice(0, maxDiscord).join('');
      return { type: json, body: JSON.stringify({ content, allowed_mentions: { parse: [] } }) };
    }
    case 'ntfy': {
      const body = new TextDecoder().decode(Buffer.from(text).subarray(0, maxNtfyBytes - 4));
      const isUrgent = message.kind === 'alert';
      return {
        type: 'text/plain; charset=utf-8',
        body,
        headers: { priority: isUrgent ? '5' : '3' },
      };
    }
  }
}

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const eventTypes = {
  alert: 'outage.started',
  reminder: 'outage.reminder',
  recovery: 'outage.recovered',
  'key-expiry': 'key.expiring',
  account: 'account.changed',
  test: 'test',
  operator: 'system.news',
} as const satisfies Record<Message['kind'], string>;

function toEvent({ kind, heading, outages, language }: Message, text: string, now: Instant) {
  return {
    type: eventTypes[kind],
    timestamp: new Date(happenedAt(outages?.[0]) ?? now.wallMs).toISOString(),
    data: {
      ...{ title: heading, text, language },
      ...(outages !== undefined && { outages: outages.map((told) => showOutage(told, now)) }),
    },
  };
}

/** Epoch ms. Undefined: it happens now. */
function happenedAt(told: ToldOutage | undefined): number | undefined {
  if (told?.kind === 'alert') return told.downAt;
  return told?.kind === 'recovery' ? (told.recoverAt ?? undefined) : undefined;
}

function showOutage(told: ToldOutage, { wallMs }: Instant) {
  const { downAt, recoverAt, acknowledgedAt } = told;
  return {
    type: eventTypes[told.kind],
    outage_id: told.outageId,
    site_name: told.siteName,
    cause: told.cause,
    started_at: new Date(downAt).toISOString(),
    recovered_at: recoverAt === null ? null : new Date(recoverAt).toISOString(),
    duration_seconds: Math.max(0, Math.round(((recoverAt ?? wallMs) - downAt) / 1000)),
    acknowledged_at: acknowledgedAt === null ? null : new Date(acknowledgedAt).toISOString(),
  };
}
