import { settableChannels } from '../../contract/system/channel-settings.ts';
import {
  type SimulatedBoardAnswer,
  simulatedBoardAnswerSchema,
  simulateSchema,
} from '../../contract/system/setup.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import { showAddress } from '../../domain/people/mask-address.ts';
import type { Language } from '../../domain/states.ts';
import type { OperatorAddress } from '../../domain/system/operator-address.ts';
import type { SimulatedOutage } from '../../notify/messages/render-simulated.ts';
import { readMeta, writeMeta } from '../../store/engine/meta.ts';
import {
  type AttemptLimit,
  readAttemptWait,
  recordFailedAttempt,
} from '../../store/people/attempt-limits.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { readOperatorRecipients } from '../../store/system/operator-recipients.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

/** Whoever stole a session cannot wake the operator all night, nor use up what messages cost. */
const limits: readonly AttemptLimit[] = [
  { scope: 'simulated-board', maxFailures: 6, windowMs: 60_000 },
  { scope: 'simulated-board-day', maxFailures: 40, windowMs: 86_400_000 },
];
/** A board that nobody gives its power back is forgotten. */
const forgottenAfterMs = 30 * 60_000;

/**
 * The board that an operator tries the service with on the first evening. It exists as a moment in memory:
 * it has no row, belongs to no customer and is in no list, report or public figure.
 */
export function simulatedBoardRoutes(context: ApiContext): Route[] {
  const { monitor } = context;
  let downAt: number | null = null;
  return [
    route(
      {
        method: 'PUT',
        path: '/api/setup/simulated-board',
        access: 'owner',
        tag: 'Settings',
        summary: 'Cut the power of a simulated board, or give it back',
        description:
          'Chats and addresses of the operator, and nobody else, are sent what an alert would say, marked as simulated. Webhooks are not: programs would act on it. There is no such board anywhere else.',
        body: simulateSchema,
        answer: simulatedBoardAnswerSchema,
        errors: ['CONFLICT', 'RATE_LIMITED'],
      },
      async ({ body: { power, language }, actor, now }) => {
        const addresses = ownAddresses(context, language);
        if (addresses.length === 0) throw new AppError('CONFLICT', refusals.nobodyTold);
        if (downAt !== null && now.wallMs - downAt > forgottenAfterMs) downAt = null;
        if (power === 'UP' && downAt === null) {
          throw new AppError('CONFLICT', 'The simulated board has power.');
        }
        if (power === 'DOWN') spendAttempt(context, now);
        downAt ??= now.wallMs;
        const outage = { downAt, recoverAt: power === 'UP' ? now.wallMs : null };
        const told = await tell(context, addresses, outage);
        const isTaken = told.some(({ refusal }) => refusal === null);
        if (power === 'UP' || !isTaken) downAt = null;
        const { store, clock } = monitor;
        if (power === 'UP' && isTaken && readMeta(store, 'tried_at') === undefined) {
          writeMeta(store, 'tried_at', `${now.wallMs}`);
        }
        const entry = { actor, action: 'setup.simulate', subject: 'simulated-board' };
        writeAudit(store, { ...entry, after: { power, told: told.length } }, now.wallMs);
        const data: SimulatedBoardAnswer = { power, told, at: isoTime(clock().wallMs) };
        return { ok: true as const, data };
      },
    ),
  ];
}

/** @throws AppError RATE_LIMITED */
function spendAttempt({ monitor: { store } }: ApiContext, now: Instant): void {
  store.transaction(() => {
    const waits = limits.map((limit) => readAttemptWait(store, limit, 'operator', now.wallMs));
    const waitMs = Math.max(...waits);
    if (waitMs > 0) {
      throw new AppError('RATE_LIMITED', 'Too many test alerts. Please wait a moment.', {
        retryAfterSeconds: Math.ceil(waitMs / 1000),
      });
    }
    for (const limit of limits) recordFailedAttempt(store, limit, 'operator', now.wallMs);
  });
}

interface OwnAddress extends OperatorAddress {
  readonly language: Language;
}

/** Where people of the operator's read. */
function ownAddresses(
  { monitor, operatorAddresses }: ApiContext,
  language: Language,
): OwnAddress[] {
  const added = readOperatorRecipients(monitor.store).filter((row) => row.unreachableAt === null);
  const all = [...operatorAddresses.map((one) => ({ ...one, language })), ...added];
  return all.filter(({ channel }) => channel !== 'webhook' && monitor.channels.has(channel));
}

async function tell(
  { channels }: ApiContext,
  addresses: readonly OwnAddress[],
  outage: SimulatedOutage,
): Promise<SimulatedBoardAnswer['told']> {
  return Promise.all(
    addresses.map(async ({ channel, address, language }) => {
      const name = settableChannels.find((one) => one === channel);
      const refusal =
        name === undefined
          ? refusals.channelOff
          : await channels.tellSimulated(name, address, outage, language);
      return { channel, address: showAddress(channel, address), refusal };
    }),
  );
}
