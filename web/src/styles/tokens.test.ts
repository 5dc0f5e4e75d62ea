import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { Glob } from 'bun';

const folder = import.meta.dir;
const stylesheet = readFileSync(`${folder}/tokens.css`, 'utf8');

/** The `--name: #rrggbb` lines of one theme. */
function readTheme(theme: 'dark' | 'light'): Map<string, string> {
  const start = stylesheet.indexOf(`[data-theme="${theme}"]`);
  const block = stylesheet.slice(start, stylesheet.indexOf('}', start));
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const words = [
  'text',
  'muted',
  'accent-text',
  'state-up',
  'state-mains-lost',
  'state-contact-lost',
  'state-internet-lost',
  'state-unobserved',
  'state-device-restarted',
];
const shapes = [
  'shape-up',
  'shape-mains-lost',
  'shape-contact-lost',
  'shape-internet-lost',
  'shape-unobserved',
  'shape-device-restarted',
];

for (const theme of ['dark', 'light'] as const) {
  const tokens = readTheme(theme);
  const contrastOf = (front: string, back: string) =>
    contrast(tokens.get(front) ?? '', tokens.get(back) ?? '');

  test(`${theme}: words can be read on every ground (WCAG 1.4.3)`, () => {
    for (const word of words) {
      for (const ground of ['ground', 'surface', 'raised']) {
        expect(contrastOf(word, ground), `${word} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const ground of ['accent', 'accent-hover']) {
      expect(contrastOf('on-accent', ground), ground).toBeGreaterThanOrEqual(4.5);
    }
    for (const ground of ['danger', 'danger-hover']) {
      expect(contrastOf('on-danger', ground), ground).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrastOf('qr-ink', 'qr-ground')).toBeGreaterThanOrEqual(7);
  });

  test(`${theme}: shapes stand out from the card they lie on (WCAG 1.4.11)`, () => {
    for (const shape of shapes) {
      expect(contrastOf(shape, 'surface'), shape).toBeGreaterThanOrEqual(3);
    }
  });
}

test('both themes define the same tokens', () => {
  expect([...readTheme('light').keys()]).toEqual([...readTheme('dark').keys()]);
});

test('no file but the token stylesheet names a colour', () => {
  const files = [...new Glob('**/*.{ts,tsx,css}').scanSync(`${folder}/..`)].filter(
    (file) => !file.includes('.test.') && file !== 'styles/tokens.css',
  );
  const naming = files.filter((file) =>
    /#[0-9a-f]{6}\b|\b(rgb|hsl|oklch)a?\(/i.test(readFileSync(`${folder}/../${file}`, 'utf8')),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(naming).toEqual([]);
});
