import { readStored } from './storage.ts';

/** What the first page asks, by path, as boot.ts asked it before any module was there. */
const earlyPaths = ['/api/customer/stats', '/api/customer/timelines'];

interface EarlyCalls {
  readonly token: string;
  readonly answers: Map<string, Promise<Response>>;
}

const place = globalThis as { faiwatchEarly?: EarlyCalls };

/** Sends a portal page's first requests at once, since its scripts take a while to arrive. */
export function startEarlyCalls(): void {
  const token = readStored('customerToken');
  if (token === null) return;
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
  const ask = (path: string) => {
    const answer = fetch(path, { headers });
    // The later caller handles the failure.
    answer.catch(() => {});
    return [path, answer] as const;
  };
  place.faiwatchEarly = { token, answers: new Map(earlyPaths.map(ask)) };
}

/** Hands out the early answer once, and only for the same token. */
export function takeEarlyAnswer(path: string, token: string | undefined): Promise<Response> | null {
  const early = place.faiwatchEarly;
  const answer = early?.token === token ? early?.answers.get(path) : undefined;
  early?.answers.delete(path);
  return answer ?? null;
}
