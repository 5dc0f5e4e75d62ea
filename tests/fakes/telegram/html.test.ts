import { describe, expect, test } from 'bun:test';
import { parseHtml } from './html.ts';

function refusal(html: string): string {
  try {
    parseHtml(html);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'accepted';
}

describe('HTML as Telegram reads it', () => {
  test('tags become entities and escapes become characters', () => {
    const { text, entities } = parseHtml('<b>ไฟดับ</b> at <i>A &amp; B</i> &lt;1&gt; &#33;&#x21;');
    expect(text).toBe('ไฟดับ at A & B <1> !!');
    expect(entities).toEqual([
      { type: 'bold', offset: 0, length: 5 },
      { type: 'italic', offset: 9, length: 5 },
    ]);
  });

  test('nested tags and links are kept', () => {
    const { entities } = parseHtml(
      '<b>x <i>y</i></b> <a href="https://example.org/?a=1&amp;b=2">z</a>',
    );
    expect(entities).toEqual([
      { type: 'bold', offset: 0, length: 3 },
      { type: 'italic', offset: 2, length: 1 },
      { type: 'text_link', url: 'https://example.org/?a=1&b=2', offset: 4, length: 1 },
    ]);
  });

  test('blanks around the text are cut and entities move along', () => {
    expect(parseHtml('\n <b>x</b> \n')).toEqual({
      text: 'x',
      entities: [{ type: 'bold', offset: 0, length: 1 }],
    });
  });

  test('an entity Telegram does not know stays as written', () => {
    expect(parseHtml('a &nbsp; b & c').text).toBe('a &nbsp; b & c');
  });

  test.each([
    ['1 < 2', 'Unsupported start tag "" at byte offset 2'],
    ['1 <2', 'Unclosed start tag at byte offset 2'],
    ['ไฟ <x>y</x>', 'Unsupported start tag "x" at byte offset 7'],
    ['<br>', 'Unsupported start tag "br" at byte offset 0'],
    ['<constructor>', 'Unsupported start tag "constructor" at byte offset 0'],
    ['<b>open', `Can't find end tag corresponding to start tag "b"`],
    ['<b><i>x</b></i>', 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'],
    ['x</b>', 'Unexpected end tag at byte offset 1'],
    ['<b>x</b', 'Unclosed end tag at byte offset 4'],
    [
      '<a href>x</a>',
      'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0',
    ],
    ['<a href="x', 'Unclosed start tag at byte offset 0'],
    ['<span>x</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
  ])('%s is refused', (html, reason) => {
    expect(refusal(html)).toBe(`400: Bad Request: can't parse entities: ${reason}`);
  });
});
