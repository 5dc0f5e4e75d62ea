/** Reading the parameters of a Bot API call: JSON, form or query string, all loosely typed. */
import { badRequest } from './api-error.ts';

export type Params = Readonly<Record<string, unknown>>;

/**
 * Parameters of a request, from its body and its query string
 * (https://core.telegram.org/bots/api#making-requests).
 * @throws ApiError 400 for a body that cannot be read.
 */
export async function readParams(
  contentType: string,
  body: Buffer,
  query: URLSearchParams,
): Promise<Params> {
  const fromQuery = Object.fromEntries(query);
  if (body.length === 0) return fromQuery;
  if (contentType.startsWith('application/json')) {
    return { ...fromQuery, ...parseJsonObject(body.toString('utf8')) };
  }
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    return { ...fromQuery, ...Object.fromEntries(new URLSearchParams(body.toString('utf8'))) };
  }
  if (contentType.startsWith('multipart/form-data')) {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData();
    return { ...fromQuery, ...Object.fromEntries(form) };
  }
  return fromQuery;
}

function parseJsonObject(text: string): Params {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest("can't parse request: invalid JSON");
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest("can't parse request: expected an Object");
  }
  return { ...value };
}

/** A string, or '' when there is none; numbers count as text, as everywhere in this API. */
export function stringParam(params: Params, name: string): string {
  const value = params[name];
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** An integer, or the fallback when it is missing or none. */
export function integerParam(params: Params, name: string, fallback: number): number {
  const text = stringParam(params, name);
  return /^-?\d{1,16}$/.test(text) ? Number(text) : fallback;
}

export function booleanParam(params: Params, name: string): boolean {
  const text = stringParam(params, name).toLowerCase();
  return text === 'true' || text === '1' || text === 'yes';
}

/** An object or array: as such in a JSON body, JSON-serialised in a form. */
export function jsonParam(params: Params, name: string, what: string): unknown {
  const value = params[name];
  if (typeof value !== 'string' || value === '') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw badRequest(`can't parse ${what} JSON object`);
  }
}

/**
 * A file that is uploaded with the call, as `attach://NAME` or in the parameter itself
 * (https://core.telegram.org/bots/api#inputfile). Files of other bots' calls and addresses are not played.
 * @throws ApiError 400 when there is none
 */
export function fileParam(params: Params, name: string): File {
  const value = params[name];
  const attached = typeof value === 'string' ? /^attach:\/\/(.+)$/.exec(value)?.[1] : undefined;
  const file = attached === undefined ? value : params[attached];
  if (!(file instanceof File)) throw badRequest(`there is no ${name} in the request`);
  if (file.size === 0) throw badRequest('file must be non-empty');
  return file;
}

/** @throws ApiError 400 when no chat is named, or by something that is no chat id. */
export function chatIdParam(params: Params): number {
  const text = stringParam(params, 'chat_id');
  if (text === '') throw badRequest('chat_id is empty');
  // Public channels may be named as @name; none is known here.
  if (!/^-?\d{1,16}$/.test(text)) throw badRequest('chat not found');
  return Number(text);
}
