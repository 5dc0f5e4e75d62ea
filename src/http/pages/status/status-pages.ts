import { createHash } from 'node:crypto';
import type { Monitor } from '../../../actions/monitor.ts';
import type { Language } from '../../../domain/states.ts';
import { isNoneMatch } from '../../engine/content-negotiation.ts';
import { securityHeaders } from '../../engine/security-headers.ts';
import { describeStatus, type ShownStatus } from './describe-status.ts';
import { renderStatus } from './render-status.ts';
import { makeStatusFeed } from './status-feed.ts';

interface StatusFacts {
  readonly monitor: Monitor;
  readonly timezone: string;
  readonly publicUrl: string | undefined;
}

interface Made {
  readonly type: string;
  readonly text: string;
}

/** Answers what is asked for below `/status`; undefined: there is nothing. */
export type StatusPages = (request: Request, template: string) => Promise<Response | undefined>;

const keptMs = 60_000;
/** The page and two feeds, in two languages, for all and for each of some areas. */
const mostKept = 500;

/** The public page. What it says is worked out once a minute, however many ask. */
export function makeStatusPages({ monitor, timezone, publicUrl }: StatusFacts): StatusPages {
  const kept = new Map<string, Promise<Made | undefined>>();
  const statuses = new Map<Language, Promise<ShownStatus>>();
  let minute = -1;
  return async (request, template) => {
    const now = monitor.clock().wallMs;
    if (Math.floor(now / keptMs) !== minute) {
      minute = Math.floor(now / keptMs);
      kept.clear();
      statuses.clear();
    }
    if (kept.size > mostKept) kept.clear();
    const url = new URL(request.url);
    const language = chooseLanguage(url, request.headers.get('accept-language'));
    const address = new URL(publicUrl ?? url).origin;
    const area = url.searchParams.get('area');
    const status = statuses.get(language) ?? describeStatus(monitor.store, timezone, now, language);
    statuses.set(language, status);
    const make = makers[url.pathname.replace(/\/$/, '')];
    if (make === undefined) return undefined;
    const key = JSON.stringify([url.pathname, language, area, address]);
    const made =
      kept.get(key) ??
      status.then((shown) => {
        if (area !== null && !shown.areas.some((one) => one.area === area)) return undefined;
        return make({ status: shown, language, timezone, address, area, template });
      });
    kept.set(key, made);
    const found = await made;
    return found && answer(found, request);
  };
}

type View = Parameters<typeof makeStatusFeed>[0] & { readonly template: string };

const makers: Readonly<Record<string, (view: View) => Made>> = {
  '/status': (view) => {
    const { title, html } = renderStatus(view);
    const text = view.template
      .replace('<html lang="th"', `<html lang="${view.language}"`)
      .replace(/<title>.*?<\/title>/, () => `<title>${title} · FaiWatch</title>`)
      .replace(/<div id="status"><\/div>/, () => html);
    return { type: 'text/html; charset=utf-8', text };
  },
  '/status/feed.atom': (view) => ({
    type: 'application/atom+xml; charset=utf-8',
    text: makeStatusFeed(view).atom1(),
  }),
  '/status/feed.json': (view) => ({
    type: 'application/feed+json; charset=utf-8',
    text: makeStatusFeed(view).json1(),
  }),
};

function answer({ type, text }: Made, request: Request): Response {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const headers = new Headers(securityHeaders());
  headers.set('Cache-Control', `public, max-age=${keptMs / 1000}`);
  headers.set('Vary', 'Accept-Language');
  headers.set('ETag', tag);
  if (isNoneMatch(request.headers.get('if-none-match'), tag)) {
    return new Response(null, { status: 304, headers });
  }
  headers.set('Content-Type', type);
  return new Response(text, { headers });
}

/** As asked for; otherwise what the browser prefers of the two. */
function chooseLanguage(url: URL, accepted: string | null): Language {
  const asked = url.searchParams.get('lang');
  if (asked === 'th' || asked === 'en') return asked;
  const preferred = (accepted ?? '')
    .split(',')
    .map((one) => one.trim().slice(0, 2).toLowerCase())
    .find((one) => one === 'th' || one === 'en');
  return preferred === 'en' ? 'en' : 'th';
}
