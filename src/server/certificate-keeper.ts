import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { replaceFile } from '../disk/replace-file.ts';
import type { Tick } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { CertificateFiles } from './certificate.ts';

/** The state of the certificate. Times are epoch ms. */
export interface CertificateStanding {
  readonly domain: string;
  /** When the certificate expires. Null: there is none yet. */
  readonly until: number | null;
  /** The reason that no certificate, or no newer one, was obtained or is served. Null: all is well. */
  readonly failure: {
    readonly firstAt: number;
    readonly tries: number;
    readonly nextTryAt: number;
    readonly text: string;
  } | null;
}

export interface KeeperOptions {
  /** The file of account, certificate and state. */
  readonly path: string;
  readonly domain: string;
  readonly directory: string;
  readonly makeAccountKey: () => Promise<string>;
  readonly order: (accountKey: string) => Promise<CertificateFiles>;
  /** Opens what has to be open for an order to succeed. @throws Error when it cannot */
  readonly prepare: () => void;
  /** Takes a certificate into use. @throws Error when that is not possible now */
  readonly use: (files: CertificateFiles) => void;
  /** Epoch ms. */
  readonly clock: () => number;
  readonly log: Logger;
}

const minuteMs = 60_000;
/**
 * Let's Encrypt refuses a name after five failed validations in an hour
 * (https://letsencrypt.org/docs/rate-limits/). This pause keeps below that, however often the process
 * starts.
 */
const shortestPauseMs = 15 * minuteMs;
const longestPauseMs = 6 * 60 * minuteMs;

const stateSchema = z.object({
  domain: z.string(),
  directory: z.string(),
  account_key: z.string().nullable(),
  certificate: z.object({ cert: z.string(), key: z.string() }).nullable(),
  /** Time of the last order, unless it succeeded: then null. */
  tried_at: z.number().nullable(),
  tries: z.int(),
  first_failed_at: z.number().nullable(),
  text: z.string(),
});
type State = z.infer<typeof stateSchema>;

/** Obtains a certificate, keeps it over restarts, and renews it after two thirds of its life. */
export class CertificateKeeper {
  readonly #options: KeeperOptions;
  #state: State;
  /** The certificate that is served: the state's, unless it could not be taken into use. */
  #used: CertificateFiles | null = null;
  #serveProblem: { text: string; since: number } | null = null;
  #nextTryAt: number;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#state = readState(options);
    const { tried_at: triedAt } = this.#state;
    // After a restart the pause is short: somebody may have mended what was wrong.
    this.#nextTryAt = triedAt === null ? 0 : triedAt + shortestPauseMs;
  }

  /** The certificate in use. Null: none yet. */
  get used(): CertificateFiles | null {
    return this.#used;
  }

  readonly tick: Tick = { name: 'acme', everyMs: minuteMs, run: () => this.run() };

  /**
   * Takes the kept certificate into use, and orders a newer one when it is due.
   * @throws Error when the state cannot be written: an order must not be forgotten
   */
  async run(): Promise<void> {
    this.#serve();
    const now = this.#options.clock();
    if (!this.#isDue(now)) return;
    this.#note({ tried_at: now });
    this.#nextTryAt = now + shortestPauseMs;
    try {
      this.#options.prepare();
      const accountKey = this.#state.account_key ?? (await this.#options.makeAccountKey());
      this.#note({ account_key: accountKey });
      const certificate = await this.#options.order(accountKey);
      this.#note({ certificate, tried_at: null, tries: 0, first_failed_at: null, text: '' });
      const until = new X509Certificate(certificate.cert).validTo;
      this.#options.log.info({ domain: this.#options.domain, until }, 'there is a new certificate');
    } catch (error) {
      this.#fail(now, error);
    }
    this.#serve();
  }

  standing(): CertificateStanding {
    const { certificate, tries, first_failed_at: firstAt, text } = this.#state;
    const ofOrder = firstAt === null ? null : { firstAt, tries, text, nextTryAt: this.#nextTryAt };
    const ofServing = this.#serveProblem && {
      firstAt: this.#serveProblem.since,
      tries: 1,
      text: this.#serveProblem.text,
      nextTryAt: this.#options.clock() + minuteMs,
    };
    return {
      domain: this.#options.domain,
      until: certificate === null ? null : lifeOf(certificate).until,
      failure: ofOrder ?? ofServing,
    };
  }

  #isDue(now: number): boolean {
    // A clock that was set back must not make the wait longer.
    const isWaiting = now < this.#nextTryAt && this.#nextTryAt - now <= longestPauseMs;
    if (isWaiting) return false;
    const { certificate } = this.#state;
    if (certificate === null) return true;
    const { from, until } = lifeOf(certificate);
    return now >= from + ((until - from) * 2) / 3;
  }

  #fail(now: number, error: unknown): void {
    const text = (error as Error).message.slice(0, 300);
    const tries = this.#state.tries + 1;
    const pauseMs = Math.min(shortestPauseMs * 2 ** (tries - 1), longestPauseMs);
    this.#nextTryAt = now + pauseMs;
    this.#note({ tries, first_failed_at: this.#state.first_failed_at ?? now, text });
    const { domain, log } = this.#options;
    log.warn({ domain, tries, nextTryInMinutes: pauseMs / minuteMs, text }, 'no new certificate');
  }

  #serve(): void {
    const { certificate } = this.#state;
    if (certificate === null || certificate === this.#used) return;
    try {
      this.#options.use(certificate);
      this.#used = certificate;
      this.#serveProblem = null;
    } catch (error) {
      const text = (error as Error).message;
      if (this.#serveProblem === null) this.#options.log.warn({ text }, 'https is not served yet');
      this.#serveProblem ??= { text, since: this.#options.clock() };
    }
  }

  /** Writes the state to the disk before the authority is asked, so that no crash forgets an order. */
  #note(changes: Partial<State>): void {
    this.#state = { ...this.#state, ...changes };
    replaceFile(this.#options.path, `${JSON.stringify(this.#state, null, 2)}\n`);
  }
}

/** Reads the state kept for this name and authority. A state of another name or authority is ignored. */
function readState({ path, domain, directory }: KeeperOptions): State {
  const none: State = {
    domain,
    directory,
    account_key: null,
    certificate: null,
    tried_at: null,
    tries: 0,
    first_failed_at: null,
    text: '',
  };
  if (!existsSync(path)) return none;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return none;
  }
  const { success, data } = stateSchema.safeParse(value);
  return success && data.domain === domain && data.directory === directory ? data : none;
}

function lifeOf({ cert }: CertificateFiles): { from: number; until: number } {
  const { validFrom, validTo } = new X509Certificate(cert);
  return { from: Date.parse(validFrom), until: Date.parse(validTo) };
}
