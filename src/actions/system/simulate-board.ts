import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { KnownPower, Language } from '../../domain/states.ts';
import type { OperatorAddress } from '../../domain/system/operator-address.ts';
import { readMeta, writeMeta } from '../../store/engine/meta.ts';
import { type Outcome, queueSimulated, readOutcome } from '../../store/outbox/test-alerts.ts';
import type { AttemptLimit } from '../../store/people/attempt-limits.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { tooManyTests } from '../alerts/send-test-alert.ts';
import { sendQueued } from '../engine/follow-up.ts';
import { spendAttempts } from '../engine/spend-attempts.ts';
import type { Monitor } from '../monitor.ts';
import { toldOperators } from './tell-operator.ts';

/** A stolen session cannot wake the operator all night, nor use up what messages cost. */
const limits: readonly AttemptLimit[] = [
  { scope: 'simulated-board', maxFailures: 6, windowMs: 60_000 },
  { scope: 'simulated-board-day', maxFailures: 40, windowMs: 86_400_000 },
];
/** A board that nobody gives its power back is forgotten. */
const forgottenAfterMs = 30 * 60_000;

interface Options {
  readonly monitor: Monitor;
  /** Addresses of the operator that the configuration names. */
  readonly configured: readonly OperatorAddress[];
  /** Resolves once it is known what became of notifications, or when nobody waits any longer. */
  readonly decided: (ids: readonly number[]) => Promise<void>;
}

type ToldOfBoard = OperatorAddress & Outcome;

/**
 * The board that an operator tries the service with on the first evening. It exists as a moment in memory:
 * it has no row, belongs to no customer and is in no list of boards, report or public figure.
 */
export class SimulatedBoard {
  readonly #options: Options;
  #downAt: number | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Cuts its power or gives it back, and tells every address of the operator's that people read.
   * @param language of the addresses that the configuration names
   * @throws AppError CONFLICT, RATE_LIMITED
   */
  async turn(
    power: KnownPower,
    language: Language,
    actor: Actor,
    now: Instant,
  ): Promise<readonly ToldOfBoard[]> {
    const { monitor, configured, decided } = this.#options;
    const { store } = monitor;
    // Programs would act on it.
    const addresses = toldOperators({ monitor, configured, language }).filter(
      ({ channel }) => channel !== 'webhook',
    );
    if (addresses.length === 0) throw new AppError('CONFLICT', refusals.nobodyTold);
    if (this.#downAt !== null && now.wallMs - this.#downAt > forgottenAfterMs) this.#downAt = null;
    if (power === 'UP' && this.#downAt === null) {
      throw new AppError('CONFLICT', 'The simulated board has power.');
    }
    const downAt = this.#downAt ?? now.wallMs;
    const outage = { downAt, recoverAt: power === 'UP' ? now.wallMs : null };
    const queued = store.transaction(() => {
      if (power === 'DOWN') {
        const attempts = limits.map((limit) => [limit, 'operator'] as const);
        spendAttempts(store, attempts, tooManyTests, now.wallMs);
      }
      const entry = { actor, action: 'setup.simulate', subject: 'simulated-board' };
      writeAudit(store, { ...entry, after: { power, told: addresses.length } }, now.wallMs);
      return addresses.map((to) => ({ to, id: queueSimulated(store, to, outage, now.wallMs) }));
    });
    this.#downAt = downAt;
    sendQueued(monitor);
    await decided(queued.map(({ id }) => id));
    const told = queued.map(({ to: { channel, address }, id }) => ({
      channel,
      address,
      ...readOutcome(store, id),
    }));
    const isTaken = told.some(({ status }) => status === 'sent');
    if (power === 'UP' || !isTaken) this.#downAt = null;
    if (power === 'UP' && isTaken && readMeta(store, 'tried_at') === undefined) {
      writeMeta(store, 'tried_at', `${now.wallMs}`);
    }
    return told;
  }
}
