/** Lets a command ask the server that runs on the same data directory for its state. */
import { version } from '../../package.json';
import { makeSessionTokens } from '../actions/people/session-tokens.ts';
import { type SystemAnswer, systemAnswerSchema } from '../contract/system/system.ts';
import type { Config } from '../installation/config.ts';
import { loadSessionSecret } from '../installation/session-secret.ts';
import { callOut, type OutboundAnswer } from '../outbound/call-out.ts';
import { OutboundError } from '../outbound/outbound-error.ts';

export type ServerAnswer =
  | { readonly kind: 'system'; readonly system: SystemAnswer }
  /** The reason that there is no answer, in one sentence. */
  | { readonly kind: 'silent'; readonly why: string };

const patienceMs = 5_000;
const mostBytes = 4 * 1024 * 1024;

/** The server's address on this machine by its configuration, without a trailing slash. */
export function localAddress(config: Pick<Config, 'host' | 'port' | 'tls_cert'>): string {
  const isAny = config.host === '0.0.0.0' || config.host === '::';
  const host = isAny ? '127.0.0.1' : config.host;
  const scheme = config.tls_cert === undefined ? 'http' : 'https';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${config.port}`;
}

/** Sends a request to the server on this machine. Its certificate is for its public name. */
export async function fetchLocally(
  config: Pick<Config, 'host' | 'port' | 'tls_cert'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<OutboundAnswer> {
  return callOut(localAddress(config) + path, {
    headers,
    timeoutMs: patienceMs,
    maxBytes: mostBytes,
    tls: { rejectUnauthorized: false },
  });
}

/**
 * Asks for what the system page shows. No password is needed: whoever can read the data directory has the
 * secret that signs sessions.
 */
export async function askServer(config: Config, nowMs: number): Promise<ServerAnswer> {
  const token = await makeSessionTokens(loadSessionSecret(config)).signMachine(nowMs);
  try {
    const headers = { Authorization: `Bearer ${token}`, 'User-Agent': `faiwatch/${version}` };
    const answer = await fetchLocally(config, '/api/system', headers);
    const read = systemAnswerSchema().safeParse(JSON.parse(answer.text));
    if (read.success) return { kind: 'system', system: read.data.data };
    return {
      kind: 'silent',
      why: answer.isOk
        ? 'It answers like another release.'
        : `It refuses to answer (${answer.status}).`,
    };
  } catch (error) {
    const { name, message } = error as Error;
    const why = error instanceof OutboundError ? message : name;
    return { kind: 'silent', why: `It does not answer (${why}).` };
  }
}
