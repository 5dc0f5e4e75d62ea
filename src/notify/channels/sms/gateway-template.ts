/** A request as an operator wrote it down, with places for what differs from message to message. */

/** `{to}` is `+66812345678`, `{digits}` the same without the plus. */
const places = ['to', 'digits', 'text', 'sender', 'secret', 'id'] as const;
type Filling = Readonly<Record<(typeof places)[number], string>>;

export interface GatewayTemplate {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** `Name: value`, one a line. */
  readonly headers: string;
  /** Left out for GET. */
  readonly body: string;
}

interface FilledTemplate {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const form = 'application/x-www-form-urlencoded';

/** Says what is wrong with a template. Null: nothing is. */
export function findFault({ url, method, headers, body }: GatewayTemplate): string | null {
  if (!URL.canParse(url)) return 'the address (url) is missing';
  const all = method === 'GET' ? url : `${url}\n${body}`;
  if (!all.includes('{text}')) return '{text} is missing in body or address';
  if (!all.includes('{to}') && !all.includes('{digits}')) {
    return '{to} or {digits} is missing in body or address';
  }
  const wrong = linesOf(headers).find((line) => !/^[\w-]+: *\S/.test(line));
  return wrong === undefined ? null : `this is no header: ${wrong.slice(0, 40)}`;
}

/** Escapes each value as its place needs it (JSON, form, URL or header), so that no text can break out. */
export function fillTemplate(template: GatewayTemplate, filling: Filling): FilledTemplate {
  const { url, method, body } = template;
  const plain = (value: string) => value.replace(/[\r\n]+/g, ' ');
  const headers = Object.fromEntries(
    linesOf(template.headers).map((line) => {
      const at = line.indexOf(':');
      const name = line.slice(0, at).trim().toLowerCase();
      return [name, fill(line.slice(at + 1).trim(), filling, plain)];
    }),
  );
  const type = headers['content-type'] ?? (/^\s*[[{]/.test(body) ? 'application/json' : form);
  return {
    url: fill(url, filling, encodeURIComponent),
    headers: { ...(method === 'POST' && { 'content-type': type }), ...headers },
    body: fill(body.trim(), filling, escapeFor(type)),
  };
}

function fill(text: string, filling: Filling, write: (value: string) => string): string {
  return text.replace(/\{(to|digits|text|sender|secret|id)\}/g, (_, place: keyof Filling) =>
    write(filling[place]),
  );
}

function escapeFor(type: string): (value: string) => string {
  if (/\bjson\b/i.test(type)) return (value) => JSON.stringify(value).slice(1, -1);
  if (/\bxml\b/i.test(type)) return escapeXml;
  return type.toLowerCase().startsWith(form) ? encodeURIComponent : (value) => value;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(value: string): string {
  return value.replace(/[&<>"']/g, (char) => entities[char] ?? char);
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * The value in an answer at a path such as `data.0.id`. Null: there is none, or it is no JSON.
 */
export function readPath(json: string, path: string): string | null {
  try {
    let value: unknown = JSON.parse(json);
    for (const step of path.split('.')) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
      value = (value as Record<string, unknown>)[step];
    }
    return value === null || typeof value === 'object' ? null : String(value);
  } catch {
    return null;
  }
}
