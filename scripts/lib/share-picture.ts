import {
  exampleEndMs,
  exampleSegments,
  exampleStartMs,
} from '../../web/src/features/landing/example-day.ts';
import th from '../../web/src/locales/th.json';

/** Shorter than on the page: it is read in a chat, at the size of a stamp. */
const promise = 'แจ้งทาง Telegram เตือนซ้ำจนกว่าจะรับทราบ บอกเมื่อไฟกลับมา';

/** What those who show links to a page ask for. */
export const shareSize = { width: 1200, height: 630 };

/**
 * The picture shown with a link to the front page, as HTML for a screenshot: name, promise, and the
 * example's day as a ribbon.
 *
 * @param logo the SVG of the tab icon
 * @param token the value of a design token
 * @param fonts the faces of the family `Plex`
 */
export function drawSharePicture(
  logo: string,
  token: (name: string) => string,
  fonts: string,
): string {
  const fills: Record<string, string> = {
    up: token('shape-up'),
    mains_lost: token('shape-mains-lost'),
    internet_lost: token('shape-internet-lost'),
    unobserved: `repeating-linear-gradient(135deg, ${token('shape-unobserved')} 0 6px, ${token('raised')} 6px 14px)`,
  };
  const strip = exampleSegments
    .map(({ state, startMs, endMs }) => {
      const share = ((endMs - startMs) / (exampleEndMs - exampleStartMs)) * 100;
      return `<i class="${state}" style="width: ${share}%; background: ${fills[state]}"></i>`;
    })
    .join('');
  return `<!doctype html><html lang="th"><style>
    ${fonts}
    * { box-sizing: border-box; margin: 0 }
    body { width: 1200px; height: 630px; padding: 76px 84px; overflow: hidden; font-family: Plex; color: ${token('text')};
      background: radial-gradient(900px 620px at 86% -8%, ${token('glow')}, transparent 72%), ${token('ground')} }
    header { display: flex; align-items: center; gap: 24px; font-size: 42px; font-weight: 600 }
    header svg { width: 76px }
    h1 { margin-top: 62px; font-size: 100px; font-weight: 600; line-height: 1.3 }
    p { margin-top: 10px; font-size: 36px; line-height: 1.6; color: ${token('muted')} }
    .strip { position: absolute; left: 84px; right: 84px; bottom: 76px; height: 72px; display: flex; align-items: center;
      overflow: hidden; border-radius: 12px; background: ${token('raised')} }
    i { height: 100% } i.up { height: 70% }
  </style><body>
    <header>${logo}FaiWatch</header>
    <h1>${th.hero.title}</h1>
    <p>${promise}</p>
    <div class="strip">${strip}</div>
  </body></html>`;
}
