import { isCallHour } from '../../domain/alerts/call-hours.ts';
import { hasTrait, rings } from '../../domain/alerts/channel-traits.ts';
import type { Instant } from '../../domain/instant.ts';
import { mailboxOf } from '../../domain/people/mailbox-of.ts';
import { normalisePhone } from '../../domain/people/phone.ts';
import type { ChannelName } from '../../domain/states.ts';
import { type AttemptLimit, forgiveAttempt } from '../../store/people/attempt-limits.ts';
import { spendAttempts } from '../engine/spend-attempts.ts';
import type { Monitor } from '../monitor.ts';

const dayMs = 86_400_000;

/** Whoever types any address there may have typed a stranger's, so that the limits are those of confirmations. */
const perAddress: AttemptLimit = { scope: 'test-address', maxFailures: 3, windowMs: dayMs };
const perNamer: AttemptLimit = { scope: 'test-namer', maxFailures: 10, windowMs: dayMs };
/** Elsewhere the far end has agreed before, or is a program. */
const perOperator: AttemptLimit = { scope: 'test-operator', maxFailures: 30, windowMs: dayMs };

interface Context<Name extends ChannelName> {
  readonly monitor: Pick<Monitor, 'store'>;
  readonly channels: { test(channel: Name, address: string): Promise<string | null> };
  /** IANA name. */
  readonly timezone: string;
}

interface OperatorTest<Name extends ChannelName> {
  readonly channel: Name;
  /** As it was typed. */
  readonly address: string;
  /** Number of the operator, or of the program, that asks for it. */
  readonly by: number;
}

/**
 * Sends a test to an address that an operator names, as often as the day's limits allow.
 * @returns why it did not arrive. Null: the far end took it
 * @throws AppError RATE_LIMITED, NOT_FOUND when the channel is not set up
 */
export async function sendTest<Name extends ChannelName>(
  { monitor: { store }, channels, timezone }: Context<Name>,
  { channel, address, by }: OperatorTest<Name>,
  now: Instant,
): Promise<string | null> {
  if (rings({ channel }) && !isCallHour(now.wallMs, timezone)) {
    return 'Call: tests go between 8:00 and 21:00';
  }
  const who = String(by);
  const where = `${channel}:${normalisePhone(address) ?? mailboxOf(address)}`;
  const attempts = hasTrait(channel, 'reachesStrangers')
    ? ([
        [perAddress, where],
        [perNamer, who],
      ] as const)
    : ([[perOperator, who]] as const);
  const tooMany = 'Too many tests were sent today. Please wait.';
  store.transaction(() => spendAttempts(store, attempts, tooMany, now.wallMs));
  const refusal = await channels.test(channel, address);
  // A phone that nobody answered has rung.
  if (refusal !== null && !rings({ channel })) {
    store.transaction(() => forgiveAttempt(store, perAddress, where));
  }
  return refusal;
}
