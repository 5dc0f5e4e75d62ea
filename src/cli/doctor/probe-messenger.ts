import { callOut, type OutboundAnswer, requireRead } from '../../outbound/call-out.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';

/** The finding of one look at the messenger, for several checks. */
export interface MessengerProbe {
  /** `refused`: the messenger does not know the token. */
  readonly state: 'reached' | 'refused' | 'unreachable';
  /** The bot's user name, without @. */
  readonly username: string | null;
  /** The lead of this machine's clock over the messenger's, in ms. Null: not known. */
  readonly clockAheadMs: number | null;
  /** The error, without the token. */
  readonly detail: string | null;
}

const patienceMs = 10_000;
const mostBytes = 1024 * 1024;

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
    if (!answer.isOk) {
      return { ...nothing, state: 'unreachable', clockAheadMs, detail: `status ${answer.status}` };
    }
    requireRead(answer);
    const body: unknown = JSON.parse(answer.text);
    return { state: 'reached', username: readUsername(body), clockAheadMs, detail: null };
  } catch (error) {
    // Never the message, which may contain the address and so the token.
    const detail = error instanceof OutboundError ? error.message : 'the answer cannot be read';
    return { ...nothing, state: 'unreachable', detail };
  }
}

/**
 * Calls the Bot API. No answer within ten seconds is a failure.
 * @param waitMs how long the messenger may wait with its answer, in addition
 */
export function callBot(
  apiRoot: string,
  token: string,
  method: string,
  waitMs = 0,
): Promise<OutboundAnswer> {
  return callOut(`${apiRoot.replace(/\/$/, '')}/bot${token}/${method}`, {
    timeoutMs: patienceMs + waitMs,
    maxBytes: mostBytes,
  });
}

/** Compares clocks. The header has whole seconds, so half a second is added as the likeliest rest. */
function readClockAhead(date: string | null, before: number, after: number): number | null {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(theirs) ? null : Math.round((before + after) / 2 - (theirs + 500));
}

function readUsername(body: unknown): string | null {
  const { result } = (body ?? {}) as { result?: { username?: unknown } };
  return typeof result?.username === 'string' ? result.username : null;
}
