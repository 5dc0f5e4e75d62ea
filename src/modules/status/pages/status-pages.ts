import { readStatusLink } from '../../../actions/alerts/message-links.ts';
import type { Turns } from '../../../actions/engine/turns.ts';
import type { Monitor } from '../../../actions/monitor.ts';
import type { Tickets } from '../../../actions/people/tickets.ts';
import type { Language } from '../../../domain/states.ts';
import { type StatusWord, statusWords } from '../../../http/alerts/said-page.ts';
import { isFollowOffered, type StatusWays } from '../../../http/engine/api-context.ts';
import { securityHeaders } from '../../../http/engine/security-headers.ts';
import {
  answerStored,
  type StoredAnswer,
  StoredForm,
  storeText,
} from '../../../http/engine/stored-answer.ts';
import { nameArea } from '../../../notify/messages/area-names.ts';
import { describeStatus, type ShownStatus } from './describe-status.ts';
import { renderLink, renderSaid } from './render-follow.ts';
import { type RenderedPage, renderStatus } from './render-status.ts';
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
/** The page, and two feeds for all and for each of some areas, in two languages. */
const mostKept = 500;
/** Stands in feeds for the address of a server that does not know its own. */
const someAddress = 'https://address.invalid';

/** What was worked out in one minute. */
class Minute {
  readonly number: number;
  readonly statuses = new Map<Language, Promise<ShownStatus>>();
  readonly kept = new Map<string, Promise<StoredAnswer>>();

  constructor(number: number) {
    this.number = number;
  }
}

/** The public page. What it says is worked out once a minute, and put into words once, however many ask. */
export function makeStatusPages(facts: StatusFacts): StatusPages {
  const { monitor, timezone, publicUrl, ways, isShown } = facts;
  let minute = new Minute(-1);
  return async (request, template) => {
    const url = new URL(request.url);
    const language = chooseLanguage(url, request.headers.get('accept-language'));
    const path = url.pathname.replace(/\/$/, '');
    if (path === '/status/said')
      return answerWords(renderSaid(saidIn(url), { language, isShown }), language, template);
    if (path === '/status/link') return answerWords(...(await readLink(url, facts)), template);
    const make = makers[path];
    if (!isShown || make === undefined) return undefined;
    const now = monitor.clock().wallMs;
    const number = Math.floor(now / keptMs);
    if (number !== minute.number) minute = new Minute(number);
    const { statuses, kept } = minute;
    const describing = statuses.get(language) ?? describeStatus(monitor, timezone, now, language);
    statuses.set(language, describing);
    const status = await describing;
    // The page itself has all areas.
    const area = path === '/status' ? null : url.searchParams.get('area');
    if (area !== null && !status.areas.some((one) => one.area === area)) return undefined;
    if (kept.size > mostKept) kept.clear();
    const key = JSON.stringify([path, language, area]);
    const address = publicUrl === undefined ? someAddress : new URL(publicUrl).origin;
    const view = { status, language, timezone, address, area, template, ways: ways() };
    const made = kept.get(key) ?? keep(make, view, monitor.turns);
    kept.set(key, made);
    const found = await made;
    const isAddressed = publicUrl !== undefined || path === '/status';
    return isAddressed
      ? answerStored(found, request.headers)
      : answerAt(url.origin, found, request.headers);
  };
}

async function keep(make: Maker, view: View, turns: Turns): Promise<StoredAnswer> {
  await turns.next();
  const { type, text } = await make(view, turns);
  const cacheControl = `public, max-age=${keptMs / 1000}`;
  return storeText(text, { contentType: type, cacheControl, vary: 'Accept-Language' });
}

/** A feed with the address that it was asked for by. */
function answerAt(origin: string, feed: StoredAnswer, headers: Headers): Response {
  const text = new TextDecoder().decode(feed.forms.identity.read());
  const bytes = new TextEncoder().encode(text.replaceAll(someAddress, origin));
  return answerStored({ ...feed, forms: { identity: new StoredForm(() => bytes) } }, headers);
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

async function feedOf(view: View, nameIn: (name: string) => string) {
  const { makeStatusFeed } = await import('./status-feed.ts');
  return makeStatusFeed(view, nameIn);
}

type Maker = (view: View, turns: Turns) => Promise<Made>;

const makers: Readonly<Record<string, Maker>> = {
  '/status': async (view, turns) => ({
    type: htmlType,
    text: fill(view.template, await turns.take(renderStatus(view)), view.language),
  }),
  '/status/feed.atom': async (view) => ({
    type: 'application/atom+xml; charset=utf-8',
    text: (await feedOf(view, Bun.escapeHTML)).atom1(),
  }),
  '/status/feed.json': async (view) => ({
    type: 'application/feed+json; charset=utf-8',
    text: (await feedOf(view, (name) => name)).json1(),
  }),
};

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
