/** One look at the messenger, of which several checks make use. */
export interface MessengerProbe {
  /** `refused`: it does not know the token. */
  readonly state: 'reached' | 'refused' | 'unreachable';
  /** Of the bot, without @. */
  readonly username: string | null;
  /** How far this machine's clock is ahead of the messenger's, in ms; null: not known. */
  readonly clockAheadMs: number | null;
  /** What went wrong, without the token. */
  readonly detail: string | null;
}

const patienceMs = 10_000;

/**
 * Asks the Bot API who the bot is (https://core.telegram.org/bots/api#getme).
 * @param clock wall clock, epoch ms
 */
export async function probeMessenger(
  apiRoot: string,
  token: string,
  clock: () => number,
): Promise<MessengerProbe> {
  const nothing = { username: null, clockAheadMs: null };
  const before = clock();
  try {
    const answer = await callBot(apiRoot, token, 'getMe');
    const clockAheadMs = readClockAhead(answer.headers.get('date'), before, clock());
    if (answer.status === 401 || answer.status === 404) {
      return { state: 'refused', username: null, clockAheadMs, detail: `status ${answer.status}` };
    }
    if (!answer.ok) {
      return { ...nothing, state: 'unreachable', clockAheadMs, detail: `status ${answer.status}` };
    }
    const body: unknown = await answer.json();
    return { state: 'reached', username: readUsername(body), clockAheadMs, detail: null };
  } catch (error) {
    // Never the message: it may hold the address, and that the token.
    const { code, name } = error as { code?: unknown; name?: unknown };
    return { ...nothing, state: 'unreachable', detail: String(code ?? name) };
  }
}

/**
 * One call of the Bot API; no answer within ten seconds is a failure.
 * @param waitMs how much longer the call itself waits
 */
export function callBot(
  apiRoot: string,
  token: string,
  method: string,
  waitMs = 0,
): Promise<Response> {
  return fetch(`${apiRoot.replace(/\/$/, '')}/bot${token}/${method}`, {
    signal: AbortSignal.timeout(patienceMs + waitMs),
  });
}

/** The header says whole seconds, so half a second more is the likeliest. */
function readClockAhead(date: string | null, before: number, after: number): number | null {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(theirs) ? null : Math.round((before + after) / 2 - (theirs + 500));
}

function readUsername(body: unknown): string | null {
  const { result } = (body ?? {}) as { result?: { username?: unknown } };
  return typeof result?.username === 'string' ? result.username : null;
}
