/**
 * Services that take messages at an address of their own, as strict as they are:
 * Slack (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks),
 * Discord (https://docs.discord.com/developers/resources/webhook#execute-webhook) and
 * ntfy (https://docs.ntfy.sh/publish/).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

export const services = ['slack', 'discord', 'ntfy'] as const;
export type Service = (typeof services)[number];

export interface ServiceRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly body: string;
  /** What people read there. Left out: nothing was taken. */
  readonly shown?: string;
}

export const judges: Readonly<Record<Service, (request: ServiceRequest) => ServiceAnswer>> = {
  slack: judgeSlack,
  discord: judgeDiscord,
  ntfy: judgeNtfy,
};

const slackSchema = z.object({ text: z.string() });
/** Beyond it Slack cuts the text. */
const mostInSlack = 40_000;
/** A person, a group, a channel, or a link with other words. */
const slackMark = /<[^>]*>/;

function judgeSlack({ method, headers, body }: ServiceRequest): ServiceAnswer {
  if (method !== 'POST') return { status: 405, body: 'method_not_allowed' };
  if (!isJson(headers)) return { status: 400, body: 'invalid_payload' };
  const { data } = slackSchema.safeParse(readJson(body));
  if (data === undefined) return { status: 400, body: 'invalid_payload' };
  if (data.text.trim() === '') return { status: 400, body: 'no_text' };
  const mark = slackMark.exec(data.text);
  if (mark !== null) return { status: 400, body: `somebody is called by ${mark[0]}` };
  const text = data.text.slice(0, mostInSlack);
  const shown = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  return { status: 200, body: 'ok', shown };
}

const discordSchema = z.object({
  content: z.string(),
  allowed_mentions: z.object({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) }).optional(),
});
const mostInDiscord = 2_000;

function judgeDiscord({ method, headers, body }: ServiceRequest): ServiceAnswer {
  if (method !== 'POST') return { status: 405, body: '{"message":"405: Method Not Allowed"}' };
  const { data } = discordSchema.safeParse(isJson(headers) ? readJson(body) : undefined);
  if (data === undefined) return { status: 400, body: '{"code":50109}' };
  const { content, allowed_mentions: allowed } = data;
  if (content.trim() === '') {
    return { status: 400, body: '{"message":"Cannot send an empty message","code":50006}' };
  }
  if ([...content].length > mostInDiscord) {
    return { status: 400, body: '{"content":["Must be 2000 or fewer in length."]}' };
  }
  const isCall = /@everyone|@here|<@/.test(content) && allowed?.parse.length !== 0;
  if (isCall) return { status: 400, body: 'somebody is called' };
  return { status: 204, body: '', shown: content.replace(/\\([\\*_~`|>#[\]])/g, '$1') };
}

/** Of more, ntfy makes a file. */
const mostBytesInNtfy = 4_096;
const ntfyPriorities = /^([1-5]|min|low|default|high|max|urgent)$/;

function judgeNtfy({ method, headers, body }: ServiceRequest): ServiceAnswer {
  const refuse = (status: number, code: number, error: string) => ({
    ...{ status, body: JSON.stringify({ code, http: status, error }) },
  });
  if (method !== 'POST' && method !== 'PUT') return refuse(404, 40401, 'page not found');
  const priority = headers['priority'] ?? '3';
  if (typeof priority !== 'string' || !ntfyPriorities.test(priority)) {
    return refuse(400, 40007, 'invalid request: priority invalid');
  }
  if (body.length > mostBytesInNtfy) {
    return refuse(400, 40014, 'invalid request: attachments not allowed');
  }
  const shown = readUtf8(body);
  if (shown === null) return refuse(400, 40014, 'invalid request: attachments not allowed');
  // Nothing at all becomes this word.
  return { status: 200, body: '{"event":"message"}', shown: shown.trim() || 'triggered' };
}

function isJson(headers: IncomingHttpHeaders): boolean {
  return /^application\/json\b/.test(headers['content-type'] ?? '');
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(readUtf8(body) ?? '');
  } catch {
    return undefined;
  }
}

/** Null: it is none. */
function readUtf8(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}
