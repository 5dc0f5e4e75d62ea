import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Cell, csvLine } from './csv.ts';

/** A reader of RFC 4180, as strict as the document. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const row: string[] = [];
    for (;;) {
      let cell = '';
      if (text[at] === '"') {
        for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
          if (at >= text.length) throw new Error('a quote is not closed');
          if (text[at] === '"') at += 1;
          cell += text[at];
        }
        at += 1;
      } else {
        for (; at < text.length && !/[,\r]/.test(text[at] ?? ''); at += 1) {
          if (text[at] === '"' || text[at] === '\n') throw new Error('a cell is not quoted');
          cell += text[at];
        }
      }
      row.push(cell);
      if (text[at] !== ',') break;
      at += 1;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error('a line does not end with CR LF');
    at += 2;
    rows.push(row);
  }
  return rows;
}

describe('a cell', () => {
  const plain: readonly (readonly [Cell, string])[] = [
    [null, ''],
    ['', ''],
    ['Corner shop', 'Corner shop'],
    ['ร้านสมชาย สาขา ๒', 'ร้านสมชาย สาขา ๒'],
    ['fw-a1b2c3d4e5f6', 'fw-a1b2c3d4e5f6'],
    ['2026-11-21T05:00:00.000Z', '2026-11-21T05:00:00.000Z'],
    ['a=b', 'a=b'],
    // Numbers are what this server has counted or measured.
    [-61, '-61'],
    [4.97, '4.97'],
    [true, 'true'],
    [false, 'false'],
  ];
  test.each(plain)('shows %p as it is', (cell, shown) => {
    expect(csvLine([cell])).toBe(`${shown}\r\n`);
  });

  const quoted: readonly (readonly [string, string])[] = [
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['a;b', '"a;b"'],
    [' padded ', '" padded "'],
    ['{"rssi":-61}', '"{""rssi"":-61}"'],
  ];
  test.each(quoted)('puts %p in quotes', (cell, shown) => {
    expect(csvLine([cell])).toBe(`${shown}\r\n`);
  });

  // A spreadsheet that splits by semicolons sees no quote that opens within its cell, and splits inside it.
  const inner: readonly (readonly [string, string])[] = [
    ['a;=1+1;b', `"a;'=1+1;b"`],
    ['a; \u200B＝1+1', `"a;' \u200B＝1+1"`],
    ['a;"=1+1&"', `"a;'""=1+1&"""`],
    ['a\t@SUM(A1)', `"a\t'@SUM(A1)"`],
    ['a\r\n-2+3', `"a\r\n'-2+3"`],
    ['a;b;c=d', '"a;b;c=d"'],
  ];
  test.each(inner)(
    'keeps what %p has behind a semicolon, tab or line break from being a formula',
    (cell, shown) => {
      expect(csvLine(['x', cell])).toBe(`x,${shown}\r\n`);
      expect(csvLine([cell], 'plain')).not.toContain("'");
    },
  );

  const harmful = [
    '=1+1',
    '=HYPERLINK("http://example.com","Click")',
    '+66812345678',
    '-',
    '-2+3',
    '@SUM(A1)',
    '\t=1+1',
    '\tx',
    '\r=1+1',
    '\rx',
    '\n=1+1',
    '\nx',
    '  =1+1',
    '\u00a0=1+1',
    '\u3000=1+1',
    '\u200b=1+1',
    '\ufeff=1+1',
    '\u0000=1+1',
    '＝1+1',
    '＋66',
    '－1',
    '＠SUM(A1)',
    ' ＝1+1',
    '="ร้าน"',
  ];
  test.each(harmful)('makes %p inert', (cell) => {
    // Tabs and line breaks in front have one of their own.
    const [[shown = ''] = []] = parse(csvLine([cell]));
    expect(shown).toStartWith("'");
    expect(shown.replaceAll("'", '')).toBe(cell);
  });
  test.each(harmful)('leaves %p as it is for programs', (cell) => {
    expect(parse(csvLine([cell], 'plain'))).toEqual([[cell]]);
  });
});

test('a line reads back as it was, whatever its cells hold', () => {
  const cells = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'a",;\r\n\t =+-@＝’ร') }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(null),
    ),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(fc.array(cells, { minLength: 1, maxLength: 4 }), (rows) => {
      const read = parse(rows.map((row) => csvLine(row)).join(''));
      expect(read.length).toBe(rows.length);
      for (const [i, row] of rows.entries()) {
        const shown = row.map((cell) => (cell === null ? '' : String(cell)));
        // But for the apostrophes that make a cell inert.
        const bare = (cell: string) => cell.replaceAll("'", '');
        expect(read[i]?.map(bare)).toEqual(shown.map(bare));
        for (const [column, cell] of (read[i] ?? []).entries()) {
          if (typeof row[column] === 'string')
            expect(cell).not.toMatch(/(^|[;\t\r\n])\s*[=+\-@＝＋－＠]/);
        }
      }
    }),
  );
});
