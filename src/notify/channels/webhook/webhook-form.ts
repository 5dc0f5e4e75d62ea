import type { WebhookFormat } from '../../../domain/alerts/webhook-address.ts';
import type { Instant } from '../../../domain/instant.ts';
import type { AccountNews } from '../../../domain/people/account-news.ts';
import { maskText } from '../../../domain/people/mask.ts';
import type { Message, ToldKey, ToldOutage } from '../../channel.ts';
import { escapeHtml, fitPlain, toPlainLines } from '../../messages/plain-text.ts';

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
  const lines = toPlainLines(message.html);
  const text = lines.join('\n');
  switch (format) {
    case 'events':
      return { type: json, body: JSON.stringify(toEvent(message, text, now)) };
    case 'slack':
      // https://docs.slack.dev/messaging/formatting-message-text#escaping
      return { type: json, body: JSON.stringify({ text: escapeHtml(text) }) };
    case 'discord': {
      const content = fitPlain(lines.map(escapeDiscord), maxDiscord, ({ length }) => length);
      return { type: json, body: JSON.stringify({ content, allowed_mentions: { parse: [] } }) };
    }
    case 'ntfy': {
      const body = fitPlain(lines, maxNtfyBytes, Buffer.byteLength);
      const isUrgent = message.kind === 'alert';
      return {
        type: 'text/plain; charset=utf-8',
        body,
        headers: { priority: isUrgent ? '5' : '3' },
      };
    }
  }
}

function escapeDiscord(text: string): string {
  return text.replace(/[\\*_~`|>#[\]]/g, '\\$&');
}

const eventTypes = {
  alert: 'outage.started',
  reminder: 'outage.reminder',
  recovery: 'outage.recovered',
  'key-expiry': 'key.expiring',
  account: 'account.changed',
  digest: 'report.monthly',
  test: 'test',
  operator: 'system.news',
  status: 'area.news',
} as const satisfies Record<Message['kind'], string>;

function toEvent(message: Message, text: string, now: Instant) {
  const { kind, heading, language, saidAt = now.wallMs } = message;
  const { outages, keys, changes, problems } = message;
  return {
    type: eventTypes[kind],
    timestamp: showTime(happenedAt(outages?.[0]) ?? saidAt),
    data: {
      title: heading,
      text,
      language,
      ...(outages !== undefined && { outages: outages.map((told) => showOutage(told, saidAt)) }),
      ...(keys !== undefined && { keys: keys.map(showKey) }),
      ...(changes !== undefined && { changes: changes.map(showChange) }),
      ...(problems !== undefined && {
        problems: problems.map(({ problem, isOver }) => ({ problem, is_over: isOver })),
      }),
    },
  };
}

function showTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Epoch ms. Undefined: it happens now. */
function happenedAt(told: ToldOutage | undefined): number | undefined {
  if (told?.kind === 'alert') return told.downAt;
  return told?.kind === 'recovery' ? (told.recoverAt ?? undefined) : undefined;
}

function showOutage(told: ToldOutage, saidAt: number) {
  const { downAt, recoverAt, acknowledgedAt } = told;
  return {
    type: eventTypes[told.kind],
    outage_id: told.outageId,
    device_id: told.deviceId,
    site_name: told.siteName,
    cause: told.cause,
    announced: told.isAnnounced,
    started_at: showTime(downAt),
    recovered_at: recoverAt === null ? null : showTime(recoverAt),
    duration_seconds: Math.max(0, Math.round(((recoverAt ?? saidAt) - downAt) / 1000)),
    acknowledged: acknowledgedAt !== null,
    acknowledged_at: acknowledgedAt === null ? null : showTime(acknowledgedAt),
  };
}

function showKey({ suffix, deviceId, siteName, expiresAt }: ToldKey) {
  return {
    key_suffix: suffix,
    device_id: deviceId,
    site_name: siteName,
    expires_at: showTime(expiresAt),
  };
}

/** The change, with all that is known of it. */
function showChange(news: AccountNews) {
  const change = news.type.replaceAll('-', '_');
  switch (news.type) {
    case 'joined':
      return {
        change,
        site_name: news.site,
        key_suffix: news.key,
        by: news.by && maskText(news.by),
      };
    case 'left':
    case 'join-asked':
    case 'key-questioned':
      return { change, site_name: news.site, key_suffix: news.key };
    case 'keys-joined':
    case 'keys-left':
    case 'codes-replaced':
      return { change, count: news.count };
    case 'chat-joined':
    case 'chat-logs-in':
    case 'chat-left':
    case 'chat-moved':
      return { change, name: news.chat };
    case 'acknowledged':
    case 'acknowledgement-withdrawn':
      return { change, site_name: news.site, by: news.by };
    case 'announced':
    case 'called-off': {
      const [from, to] = [showTime(news.from), showTime(news.to)];
      return { change, site_names: news.sites, starts_at: from, ends_at: to };
    }
    case 'cut-off':
    case 'more-asked':
      return { change };
  }
}
