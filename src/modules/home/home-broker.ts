import type { Monitor } from '../../actions/monitor.ts';
import { type BrokerAddress, readBrokerAddress } from '../../domain/broker-address.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { makeRef } from '../../store/engine/make-ref.ts';
import { endHomeBroker } from '../../store/home/ways-in.ts';
import { writeAudit } from '../../store/people/audit.ts';
import {
  countHomeBrokers,
  type HomeBrokerRow,
  readHomeBroker,
  writeHomeBroker,
} from './broker-rows.ts';

/** Of an installation; each is a connection that stays. */
const mostBrokers = 100;

interface BrokerWanted {
  readonly url: string;
  readonly username: string;
  /** Undefined: as it is. */
  readonly password?: string | undefined;
  /** PEM. Null: the authorities of the system are trusted. */
  readonly ca: string | null;
}

/** How a broker is reached and logged in to. */
export interface BrokerLogin {
  readonly ref: string;
  readonly address: BrokerAddress;
  readonly username: string;
  readonly password: string;
  readonly ca: string | null;
  /** The operator named it: it may be in this network, and without TLS. */
  readonly isTrusted: boolean;
}

/**
 * Has a customer's sites published to a broker of theirs, once a log-in there has worked.
 * @param tryOut throws an error, whose message is for the customer, when it does not
 */
export async function saveHomeBroker(
  { store, clock }: Pick<Monitor, 'store' | 'clock'>,
  customerId: number,
  wanted: BrokerWanted,
  tryOut: (login: BrokerLogin) => Promise<void>,
  actor: Actor,
): Promise<void> {
  const kept = readHomeBroker(store, customerId);
  if (kept === null && countHomeBrokers(store) >= mostBrokers) {
    throw new AppError('CONFLICT', 'This server publishes to no more brokers');
  }
  const { url, username, ca } = wanted;
  const address = readBrokerAddress(url);
  if (address === null) throw refuse('url', 'must be an address such as mqtts://host:8883');
  // Kept for whom it was given for: whoever has a session only must not learn it at a broker of theirs.
  const isSame = kept?.url === url && kept.username === username && kept.ca === ca;
  const password = wanted.password ?? (isSame ? kept.password : undefined);
  if (password === undefined) throw refuse('password', 'is required');
  const ref = kept?.ref ?? makeRef();
  try {
    await tryOut({ ref, address, username, password, ca, isTrusted: false });
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isPlace = error instanceof OutboundError;
    throw refuse('url', isPlace ? error.finding : (error as Error).message);
  }
  const { wallMs } = clock();
  store.transaction(() => {
    writeHomeBroker(store, { customerId, ref, url, username, password, ca, createdAt: wallMs });
    const after = { url, username };
    writeAudit(
      store,
      { actor, action: 'home.publish', subject: `customer:${customerId}`, after },
      wallMs,
    );
  });
}

/** Ends it; nothing happens where there was none. */
export function removeHomeBroker(
  { store }: Pick<Monitor, 'store'>,
  customerId: number,
  actor: Actor,
  now: Instant,
): void {
  store.transaction(() => endHomeBroker(store, customerId, actor, now));
}

/** @returns null: its address cannot be read any more */
export function loginOf(row: HomeBrokerRow): BrokerLogin | null {
  const address = readBrokerAddress(row.url);
  const { ref, username, password, ca } = row;
  return address === null ? null : { ref, address, username, password, ca, isTrusted: false };
}

function refuse(field: string, message: string): AppError {
  return new AppError('VALIDATION', message, { fields: { [field]: message } });
}
