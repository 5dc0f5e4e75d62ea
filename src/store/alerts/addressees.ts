import { and, eq, isNull, sql } from 'drizzle-orm';
import { lastTurn } from '../../domain/alerts/delivery.ts';
import type { Language } from '../../domain/states.ts';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';
import { customers, recipients } from '../engine/schema.ts';

/** An address that is told about a customer's devices. */
export interface Addressee {
  readonly address: string;
  readonly language: Language;
  /** Which of the customer's chats it is, from 0 to `lastTurn`: when its turn comes in delivery. */
  readonly turn: number;
}

const reachable = perStore((store) =>
  store.db
    .select({ address: recipients.address, language: recipients.language })
    .from(recipients)
    .where(
      and(
        eq(recipients.customerId, sql.placeholder('customerId')),
        eq(recipients.channel, sql.placeholder('channel')),
        isNull(recipients.unreachableAt),
      ),
    )
    .orderBy(recipients.id)
    .prepare(),
);

const languageOf = perStore((store) =>
  store.db
    .select({ language: customers.language })
    .from(customers)
    .where(eq(customers.id, sql.placeholder('customerId')))
    .prepare(),
);

/** Whom to tell; the log channel needs no registration and has one addressee per customer. */
export function readAddressees(
  store: Store,
  customerId: number,
  channel: 'telegram' | 'log',
): readonly Addressee[] {
  if (channel === 'telegram') {
    const chats = reachable(store).all({ customerId, channel });
    return chats.map((chat, index) => ({ ...chat, turn: Math.min(index, lastTurn) }));
  }
  return languageOf(store)
    .all({ customerId })
    .map(({ language }) => ({ address: `customer:${customerId}`, language, turn: 0 }));
}
