/**
 * Draws the pictures of web/public that have to be PNG, with Chromium: the icons from favicon.svg, and
 * what is shown with a link to the front page (Open Graph). Run by hand when the logo or the tokens
 * change; the results are committed.
 *
 *   node_modules/.bin/bun scripts/make-pictures.ts
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { repositoryDir, webDir } from './lib/paths.ts';
import { drawSharePicture, shareSize } from './lib/share-picture.ts';

const chromiumPath = '/usr/bin/chromium';
const publicDir = join(webDir, 'public');
const fontDir = join(repositoryDir, 'node_modules/@fontsource/ibm-plex-sans-thai/files');

interface Icon {
  file: string;
  size: number;
  /** Share of the picture the bolt's tile takes; 1: as in the SVG, with its round corners. */
  scale: number;
}

const icons: readonly Icon[] = [
  { file: 'icon-192.png', size: 192, scale: 1 },
  { file: 'icon-512.png', size: 512, scale: 1 },
  // Cut to a circle by some launchers: only the inner 80 % is sure to be seen.
  { file: 'icon-maskable-512.png', size: 512, scale: 0.8 },
  // iOS rounds the corners itself and has no transparency.
  { file: 'apple-touch-icon.png', size: 180, scale: 0.9 },
];

/** The value of a token in the dark theme. */
async function readDarkTokens(): Promise<(name: string) => string> {
  const css = await readFile(join(webDir, 'src/styles/tokens.css'), 'utf8');
  const block = css.slice(css.indexOf('[data-theme="dark"]'), css.indexOf('[data-theme="light"]'));
  return (name) => {
    const value = new RegExp(`--${name}: ([^;]+);`).exec(block)?.[1];
    if (value === undefined) throw new Error(`tokens.css has no --${name}`);
    return value;
  };
}

async function readFonts(): Promise<string> {
  const faces = [400, 600].flatMap((weight) =>
    ['thai', 'latin'].map(async (subset) => {
      const file = join(fontDir, `ibm-plex-sans-thai-${subset}-${weight}-normal.woff2`);
      const data = (await readFile(file)).toString('base64');
      const range = subset === 'thai' ? 'unicode-range: U+0E01-0E5B;' : '';
      return `@font-face { font-family: Plex; font-weight: ${weight}; ${range} src: url(data:font/woff2;base64,${data}); }`;
    }),
  );
  return (await Promise.all(faces)).reverse().join('\n');
}

async function shoot(
  browser: Browser,
  html: string,
  size: { width: number; height: number },
  file: string,
): Promise<void> {
  const page = await browser.newPage({ viewport: size });
  await page.setContent(html);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  await page.screenshot({ path: join(publicDir, file), omitBackground: true });
  await page.close();
  console.log(`${file}: ${size.width} × ${size.height}`);
}

const token = await readDarkTokens();
const svg = await readFile(join(publicDir, 'favicon.svg'), 'utf8');
const ink = /fill="(#[0-9a-f]{6})"/.exec(svg)?.[1] ?? '';
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ['--no-sandbox', '--force-color-profile=srgb'],
});
try {
  for (const { file, size, scale } of icons) {
    const ground = scale === 1 ? 'transparent' : ink;
    const html = `<style>body { margin: 0; background: ${ground}; display: grid; place-items: center; height: 100vh }
      svg { width: ${scale * 100}vw }</style>${svg}`;
    await shoot(browser, html, { width: size, height: size }, file);
  }
  const picture = drawSharePicture(svg, token, await readFonts());
  await shoot(browser, picture, shareSize, 'og.png');
} finally {
  await browser.close();
}
