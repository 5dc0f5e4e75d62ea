import { readStored } from './storage.ts';

/** The header that asks where the live stream goes on from an answer, and that says it. */
const streamPlace = 'X-Stream-Place';

interface EarlyCalls {
  readonly token: string;
  /** Where the stream goes on from the first answer. Undefined: there is none yet, or somebody has it. */
  place?: string | undefined;
  readonly answers: Map<string, Promise<Response>>;
}

/** A page is drawn without an answer that takes longer. */
const longestWaitMs = 500;

const place = globalThis as { faiwatchEarly?: EarlyCalls };

/**
 * Sends a page's first requests before any of its scripts is there, if somebody is logged in. The others follow the first
 * answer, which shares a slow line with nothing else, and whose place in the stream is then theirs, too.
 * @param tokenKey where the token is stored
 */
export function startEarlyCalls(
  tokenKey: string,
  [first, ...others]: readonly [string, ...string[]],
): void {
  const token = readStored(tokenKey);
  if (token === null) return;
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
  const early: EarlyCalls = { token, answers: new Map() };
  const answered = fetch(first, { headers: { ...headers, [streamPlace]: '?' } });
  const placed = answered.then((answer) => {
    early.place = answer.headers.get(streamPlace) ?? undefined;
    return answer;
  });
  early.answers.set(first, placed);
  for (const path of others) {
    const ask = () => fetch(path, { headers });
    early.answers.set(path, placed.then(ask));
  }
  // The later caller handles the failure.
  for (const answer of early.answers.values()) answer.catch(() => {});
  place.faiwatchEarly = early;
}

/** Where the stream goes on from what was asked early, once and for the same token; empty: nowhere. */
export function takeStreamPlace(token: string | undefined): string {
  const early = place.faiwatchEarly;
  if (early === undefined || early.token !== token) return '';
  const { place: at = '' } = early;
  early.place = undefined;
  return at;
}

/**
 * Waits for what was asked early, so that the page is drawn with it at once and nothing that stands there turns blank.
 * @param take makes the page's own calls, which take these answers
 */
export async function awaitEarly(take: () => Promise<unknown>): Promise<void> {
  if (place.faiwatchEarly === undefined) return;
  await Promise.race([take(), new Promise((over) => setTimeout(over, longestWaitMs))]);
}

/** What an early answer says, which stays there for the page. Null: nothing, or it is a refusal. */
export async function peekEarlyAnswer<Answer>(path: string): Promise<Answer | null> {
  try {
    const answer = await place.faiwatchEarly?.answers.get(path);
    return answer?.ok ? await answer.clone().json() : null;
  } catch {
    return null;
  }
}

/** Hands out the early answer once, and only for the same token. */
export function takeEarlyAnswer(path: string, token: string | undefined): Promise<Response> | null {
  const early = place.faiwatchEarly;
  const answer = early?.token === token ? early?.answers.get(path) : undefined;
  early?.answers.delete(path);
  return answer ?? null;
}
