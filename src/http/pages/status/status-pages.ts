import { createHash } from 'node:crypto';
import { readStatusLink } from '../../../actions/alerts/message-links.ts';
import type { Monitor } from '../../../actions/monitor.ts';
import type { Tickets } from '../../../actions/people/tickets.ts';
import type { Language } from '../../../domain/states.ts';
import { nameArea } from '../../../notify/messages/area-names.ts';
import { isFollowOffered, type StatusWays } from '../../engine/api-context.ts';
import { isNoneMatch } from '../../engine/content-negotiation.ts';
import { securityHeaders } from '../../engine/security-headers.ts';
import { describeStatus, type ShownStatus } from './describe-status.ts';
import { renderLink, renderSaid } from './render-follow.ts';
import { type RenderedPage, renderStatus } from './render-status.ts';
import { type StatusWord, statusWords } from './said-page.ts';
import type { makeStatusFeed } from './status-feed.ts';

interface StatusFacts {
  readonly monitor: Monitor;
  readonly timezone: string;
  readonly publicUrl: string | undefined;
  readonly tickets: Tickets;
  readonly ways: () => StatusWays;
  /** False: only the links of old messages work. */
  readonly isShown: boolean;
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
export function makeStatusPages(facts: StatusFacts): StatusPages {
  const { monitor, timezone, publicUrl, ways, isShown } = facts;
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
    const path = url.pathname.replace(/\/$/, '');
    if (path === '/status/said')
      return answerWords(renderSaid(saidIn(url), { language, isShown }), language, template);
    if (path === '/status/link') return answerWords(...(await readLink(url, facts)), template);
    if (!isShown) return undefined;
    const address = new URL(publicUrl ?? url).origin;
    const area = url.searchParams.get('area');
    const status = statuses.get(language) ?? describeStatus(monitor.store, timezone, now, language);
    statuses.set(language, status);
    const make = makers[path];
    if (make === undefined) return undefined;
    const key = JSON.stringify([url.pathname, language, area, address]);
    const made =
      kept.get(key) ??
      status.then((shown) => {
        if (area !== null && !shown.areas.some((one) => one.area === area)) return undefined;
        return make({ status: shown, language, timezone, address, area, template, ways: ways() });
      });
    kept.set(key, made);
    const found = await made;
    return found && answer(found, request);
  };
}

const htmlType = 'text/html; charset=utf-8';

function fill(template: string, { title, html }: RenderedPage, language: Language): string {
  return template
    .replace('<html lang="th"', `<html lang="${language}"`)
    .replace(/<title>.*?<\/title>/, () => `<title>${title} · FaiWatch</title>`)
    .replace(/<div id="status"><\/div>/, () => html);
}

/** Answers with a page that no cache keeps: it is for one reader. */
function answerWords(page: RenderedPage, language: Language, template: string): Response {
  const headers = { ...securityHeaders(), 'Content-Type': htmlType, 'Cache-Control': 'no-store' };
  return new Response(fill(template, page, language), { headers });
}

function saidIn(url: URL): StatusWord {
  const what = url.searchParams.get('what');
  return statusWords.find((word) => word === what) ?? 'gone';
}

/** Nothing changes until its button is pressed. */
async function readLink(
  url: URL,
  { tickets, monitor, ways, isShown }: StatusFacts,
): Promise<readonly [RenderedPage, Language]> {
  const ticket = url.searchParams.get('ticket') ?? '';
  const action = readStatusLink(tickets, ticket, monitor.clock());
  if (action === null) return [renderSaid('gone', { language: 'th', isShown }), 'th'];
  const { language, address } = action;
  const view = { language, isShown };
  if (action.do === 'follow' && !isFollowOffered(ways())) {
    return [renderSaid('gone', view), language];
  }
  const area = action.do === 'follow' ? await nameArea(action.area, language) : null;
  const path = `/api/message-link?${new URLSearchParams({ ticket, lang: language })}`;
  return [renderLink(area, address, path, view), language];
}

type View = Parameters<typeof makeStatusFeed>[0] &
  Parameters<typeof renderStatus>[0] & { readonly template: string };

async function feedOf(view: View) {
  const { makeStatusFeed } = await import('./status-feed.ts');
  return makeStatusFeed(view);
}

const makers: Readonly<Record<string, (view: View) => Made | Promise<Made>>> = {
  '/status': (view) => ({
    type: htmlType,
    text: fill(view.template, renderStatus(view), view.language),
  }),
  '/status/feed.atom': async (view) => ({
    type: 'application/atom+xml; charset=utf-8',
    text: (await feedOf(view)).atom1(),
  }),
  '/status/feed.json': async (view) => ({
    type: 'application/feed+json; charset=utf-8',
    text: (await feedOf(view)).json1(),
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
