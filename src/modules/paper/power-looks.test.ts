import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ink, looks } from './power-looks.ts';

const css = readFileSync(join(import.meta.dir, '../../../web/src/styles/tokens.css'), 'utf8');
const [, light = ''] = /color-scheme: light;(.*?)\n}/s.exec(css) ?? [];
const token = (name: string) => new RegExp(`--${name}: (#[0-9a-f]+);`).exec(light)?.[1];

test('paper and pictures have the colours of the pages', () => {
  expect(Object.keys(ink).map((name) => [name, token(name)])).toEqual(Object.entries(ink));
  expect(Object.values(looks).map(({ colour }) => colour)).toEqual(
    [
      ...['shape-up', 'shape-mains-lost', 'shape-contact-lost', 'shape-internet-lost'],
      ...['shape-device-restarted', 'shape-unobserved', 'strong'],
    ].map((name) => token(name) ?? ''),
  );
});
