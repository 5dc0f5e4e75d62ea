import type { DeviceType } from '../../domain/devices/device-type.ts';
import { AppError, invalidField } from '../../domain/errors.ts';
import { refusals, shapes } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import { generateActivationKey } from '../../domain/keys/activation-key.ts';
import type { PurchaseType } from '../../domain/keys/key-lifecycle.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { WordForAccount } from '../../domain/people/word-for-account.ts';
import type { Settings } from '../../domain/system/settings.ts';
import type { Store } from '../../store/engine/open.ts';
import { insertKey } from '../../store/keys/keys.ts';
import { queueNews } from '../../store/outbox/account-news.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { findCustomerByPhone, insertCustomer } from '../../store/people/customers.ts';
import { leaveTrace } from '../../store/people/token-traces.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';
import { readPhone } from '../people/checked-phone.ts';
import { settleAccount } from '../people/prove-phone.ts';
import type { KeyMonitor } from './change-key.ts';

export interface KeyOrder {
  readonly count: number;
  readonly purchaseType: PurchaseType;
  /** Needed for a bundle, refused otherwise. */
  readonly deviceType: DeviceType | null;
  /** The keys are bound to this customer, who is created if unknown. */
  readonly phone: string | null;
  readonly notes?: string | null;
  /** The operator's answer about this customer's account, if the account exists. */
  readonly account?: WordForAccount;
}

/**
 * Creates keys.
 * @returns their codes, XXXXX-XXXXX-XXXXX-XXXXX
 * @throws AppError VALIDATION, CONFLICT when the customer is not active
 */
export function createKeys(
  monitor: KeyMonitor & Pick<Monitor, 'settings'>,
  order: KeyOrder,
  actor: Actor,
  now: Instant,
): string[] {
  if (order.purchaseType === 'device_bundle' && order.deviceType === null) {
    throw invalidField('deviceType', shapes.bundleBoard);
  }
  if (order.purchaseType !== 'device_bundle' && order.deviceType !== null) {
    throw invalidField('deviceType', 'belongs to a device bundle only');
  }
  const { store } = monitor;
  const made = store.transaction(() => {
    const customerId = order.phone === null ? null : customerFor(store, order, actor, now);
    const codes: string[] = [];
    for (let made = 0; made < order.count; made += 1) {
      const keyCode = generateActivationKey((n) => crypto.getRandomValues(new Uint8Array(n)));
      const ref = insertKey(store, {
        keyCode,
        purchaseType: order.purchaseType,
        deviceType: order.deviceType,
        customerId,
        standing: customerId === null ? 'typed' : 'vouched',
        price: priceOf(order, monitor.settings),
        createdBy: actor.name,
        createdAt: now.wallMs,
        notes: order.notes ?? null,
      });
      leaveTrace(store, actor, 'key', ref, now.wallMs);
      codes.push(keyCode);
    }
    if (customerId !== null) {
      queueNews(store, customerId, { type: 'keys-joined', count: codes.length }, now.wallMs);
    }
    const { account: _, ...after } = order;
    const entry = { actor, action: 'key.create', subject: codes[0] ?? '', after };
    writeAudit(store, entry, now.wallMs);
    return codes;
  });
  sendQueued(monitor);
  return made;
}

/** The customer with this phone number, created if unknown. */
function customerFor(
  store: Store,
  { phone: text, account }: KeyOrder,
  actor: Actor,
  now: Instant,
): number {
  const phone = readPhone(text ?? '');
  const known = findCustomerByPhone(store, phone);
  if (known === undefined) {
    return insertCustomer(store, { name: phone, phone, phoneProvenAt: now.wallMs }, now.wallMs);
  }
  if (!known.isActive) throw new AppError('CONFLICT', refusals.customerInactive);
  settleAccount(store, known, account, actor, now);
  return known.id;
}

function priceOf(order: KeyOrder, settings: Settings): number {
  switch (order.purchaseType) {
    case 'key_only':
      return settings.priceKeyOnly;
    case 'renewal':
      return settings.priceRenewal;
    case 'device_bundle':
      return order.deviceType === 't-display' ? settings.priceTDisplay : settings.priceS2Mini;
  }
}
