/**
 * Telegram's HTML subset, read as strictly as its own parser does
 * (https://core.telegram.org/bots/api#html-style; the wording of the refusals is tdlib's
 * MessageEntity.cpp, `parse_html`).
 */
import type { MessageEntity } from 'grammy/types';
import { badRequest } from './api-error.ts';

export interface ParsedText {
  /** What the reader sees: tags gone, entities decoded, surrounding blanks cut. */
  readonly text: string;
  readonly entities: readonly MessageEntity[];
}

type PlainEntityType = 'bold' | 'italic' | 'underline' | 'strikethrough' | 'spoiler' | 'blockquote';

const plainTags: Readonly<Record<string, PlainEntityType>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  'tg-spoiler': 'spoiler',
  span: 'spoiler',
  blockquote: 'blockquote',
};
const otherTags: ReadonlySet<string> = new Set(['a', 'code', 'pre', 'tg-emoji']);

interface OpenTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly offset: number;
}

/**
 * Reads a text in parse_mode HTML.
 * @throws ApiError 400 "can't parse entities: …" for an unknown, unclosed or crossed tag.
 */
export function parseHtml(html: string): ParsedText {
  const reader = new Reader(html);
  const open: OpenTag[] = [];
  const entities: MessageEntity[] = [];
  let text = '';
  while (!reader.isAtEnd) {
    if (reader.peek() === '&') {
      text += reader.takeEntity();
    } else if (reader.peek() !== '<') {
      text += reader.take();
    } else if (reader.peek(1) === '/') {
      closeTag(reader, open, entities, text);
    } else {
      open.push(readStartTag(reader, text.length));
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) {
    throw unparsable(`Can't find end tag corresponding to start tag "${unclosed.name}"`);
  }
  return trimText(text, entities);
}

/** Cuts surrounding blanks and moves the entities along, as Telegram does with every text. */
export function trimText(text: string, entities: readonly MessageEntity[] = []): ParsedText {
  const start = text.length - text.trimStart().length;
  const trimmed = text.trim();
  const moved = entities.flatMap((entity) => {
    const from = Math.max(0, entity.offset - start);
    const to = Math.min(trimmed.length, entity.offset - start + entity.length);
    return to > from ? [{ ...entity, offset: from, length: to - from }] : [];
  });
  return { text: trimmed, entities: moved.sort((a, b) => a.offset - b.offset) };
}

function readStartTag(reader: Reader, offset: number): OpenTag {
  const at = reader.byteOffset;
  reader.skip(1);
  const name = reader.takeWhile(/[^\s>]/).toLowerCase();
  if (reader.isAtEnd) throw unparsable(`Unclosed start tag at byte offset ${at}`);
  if (!Object.hasOwn(plainTags, name) && !otherTags.has(name)) {
    throw unparsable(`Unsupported start tag "${name}" at byte offset ${at}`);
  }
  const attributes = new Map<string, string>();
  for (;;) {
    reader.takeWhile(/\s/);
    if (reader.isAtEnd) throw unparsable(`Unclosed start tag at byte offset ${at}`);
    if (reader.peek() === '>') break;
    const [key, value] = readAttribute(reader, name, at);
    attributes.set(key, value);
  }
  reader.skip(1);
  if (name === 'span' && attributes.get('class') !== 'tg-spoiler') {
    throw unparsable(`Tag "span" must have class "tg-spoiler" at byte offset ${at}`);
  }
  return { name, attributes, offset };
}

function readAttribute(reader: Reader, tag: string, tagAt: number): [string, string] {
  const key = reader.takeWhile(/[^\s=>/"']/).toLowerCase();
  if (key === '') {
    throw unparsable(`Empty attribute name in the tag "${tag}" at byte offset ${tagAt}`);
  }
  reader.takeWhile(/\s/);
  // A bare attribute is allowed in one place: <blockquote expandable>.
  if (tag === 'blockquote' && key === 'expandable' && reader.peek() !== '=') return [key, ''];
  if (reader.peek() !== '=') {
    throw unparsable(
      `Expected equal sign in declaration of an attribute of the tag "${tag}" at byte offset ${tagAt}`,
    );
  }
  reader.skip(1);
  reader.takeWhile(/\s/);
  const quote = reader.peek();
  if (quote !== '"' && quote !== "'") {
    const at = reader.byteOffset;
    const token = reader.takeWhile(/[A-Za-z0-9.-]/).toLowerCase();
    if (!reader.isAtEnd && !/[\s>]/.test(reader.peek())) {
      throw unparsable(`Unexpected end of name token at byte offset ${at}`);
    }
    return [key, token];
  }
  reader.skip(1);
  let value = '';
  while (!reader.isAtEnd && reader.peek() !== quote) {
    value += reader.peek() === '&' ? reader.takeEntity() : reader.take();
  }
  reader.skip(1);
  if (reader.isAtEnd) throw unparsable(`Unclosed start tag at byte offset ${tagAt}`);
  return [key, value];
}

function closeTag(reader: Reader, open: OpenTag[], entities: MessageEntity[], text: string): void {
  const at = reader.byteOffset;
  const tag = open.pop();
  if (!tag) throw unparsable(`Unexpected end tag at byte offset ${at}`);
  reader.skip(2);
  const name = reader.takeWhile(/[^\s>]/).toLowerCase();
  reader.takeWhile(/\s/);
  if (reader.peek() !== '>') throw unparsable(`Unclosed end tag at byte offset ${at}`);
  reader.skip(1);
  if (name !== '' && name !== tag.name) {
    throw unparsable(
      `Unmatched end tag at byte offset ${at}, expected "</${tag.name}>", found "</${name}>"`,
    );
  }
  const length = text.length - tag.offset;
  if (length > 0) entities.push(makeEntity(tag, length, text));
}

function makeEntity(tag: OpenTag, length: number, text: string): MessageEntity {
  const place = { offset: tag.offset, length };
  const plain = plainTags[tag.name];
  if (plain) return { type: plain, ...place };
  if (tag.name === 'a') {
    return {
      type: 'text_link',
      url: tag.attributes.get('href') ?? text.slice(tag.offset),
      ...place,
    };
  }
  if (tag.name === 'tg-emoji') {
    const id = tag.attributes.get('emoji-id') ?? '';
    if (!/^[1-9]\d*$/.test(id)) throw unparsable('Invalid custom emoji identifier specified');
    return { type: 'custom_emoji', custom_emoji_id: id, ...place };
  }
  return { type: tag.name === 'pre' ? 'pre' : 'code', ...place };
}

function unparsable(reason: string): Error {
  return badRequest(`can't parse entities: ${reason}`);
}

const namedEntities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

class Reader {
  private readonly source: string;
  private position = 0;

  constructor(source: string) {
    this.source = source;
  }

  get isAtEnd(): boolean {
    return this.position >= this.source.length;
  }

  /** Where we are, counted as Telegram counts: in bytes of UTF-8. */
  get byteOffset(): number {
    return Buffer.byteLength(this.source.slice(0, this.position));
  }

  peek(ahead = 0): string {
    return this.source.charAt(this.position + ahead);
  }

  take(): string {
    return this.source.charAt(this.position++);
  }

  skip(count: number): void {
    this.position += count;
  }

  takeWhile(allowed: RegExp): string {
    const start = this.position;
    while (!this.isAtEnd && allowed.test(this.peek())) this.position++;
    return this.source.slice(start, this.position);
  }

  /** Decodes `&lt;`, `&#60;` or `&#x3c;`; an entity Telegram does not know stays as it is written. */
  takeEntity(): string {
    const match = /^&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]+));?/i.exec(
      this.source.slice(this.position, this.position + 16),
    );
    const [whole, hex, decimal, name] = match ?? [];
    const decoded = name === undefined ? decodeNumber(hex, decimal) : namedEntities[name];
    if (whole === undefined || decoded === undefined) return this.take();
    this.position += whole.length;
    return decoded;
  }
}

function decodeNumber(hex: string | undefined, decimal: string | undefined): string | undefined {
  const code = hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16);
  return code > 0 && code < 0x10ffff ? String.fromCodePoint(code) : undefined;
}
