import { readFileSync } from 'node:fs';
import { createKeys } from '../../actions/keys/create-keys.ts';
import type { Instant } from '../../domain/instant.ts';
import { normaliseActivationKey } from '../../domain/keys/activation-key.ts';
import { commandLine } from '../../domain/people/actor.ts';
import { normalisePhone } from '../../domain/people/phone.ts';
import type { CommandData } from '../open-data.ts';
import { CommandFailed } from '../output.ts';
import type { DeviceCredential } from './fleet.ts';

/** Devices of one invented customer. */
const devicesPerCustomer = 3;
/** Keys made in one transaction, so that a running server does not wait long. */
const keysAtOnce = 500;

/** Invents the phone number of the n-th customer, in the mobile range. */
function inventPhone(customer: number): string {
  return `+66${990_000_001 + customer}`;
}

/**
 * Reads activation keys from lines, or from any CSV with a key in each row. A phone number in the same row
 * belongs to the key.
 * @param phone for keys without a phone number. Null: each gets an invented one, as the keys may belong to
 *   different customers
 * @throws CommandFailed when the file holds fewer than `count` keys
 */
export function readKeysFile(
  path: string,
  count: number,
  phone: string | null,
): DeviceCredential[] {
  const text = readFileSync(path, 'utf8');
  const credentials: DeviceCredential[] = [];
  for (const line of text.split(/\r?\n/)) {
    const cells = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^["'\uFEFF]+|"+$/g, ''));
    const activationKey = cells.map(normaliseActivationKey).find((key) => key !== null);
    if (activationKey === undefined || activationKey === null) continue;
    const own = cells
      .filter((cell) => /^[+0]/.test(cell))
      .map(normalisePhone)
      .find(Boolean);
    credentials.push({
      activationKey,
      phone: own ?? phone ?? inventPhone(credentials.length),
    });
  }
  if (credentials.length < count) {
    throw new CommandFailed(`${path} has ${credentials.length} keys, ${count} are needed`);
  }
  return credentials.slice(0, count);
}

/**
 * Makes a key in the database for each device, bound to a customer.
 * @param phone of the customer. Null: customers are invented
 */
export function provideKeys(
  monitor: CommandData['monitor'],
  count: number,
  phone: string | null,
  now: Instant,
): DeviceCredential[] {
  const credentials: DeviceCredential[] = [];
  const atOnce = phone === null ? devicesPerCustomer : keysAtOnce;
  for (let customer = 0; credentials.length < count; customer += 1) {
    const order = {
      count: Math.min(atOnce, count - credentials.length),
      purchaseType: 'key_only',
      deviceType: null,
      phone: phone ?? inventPhone(customer),
    } as const;
    for (const activationKey of createKeys(monitor, order, commandLine, now)) {
      credentials.push({ activationKey, phone: order.phone });
    }
  }
  return credentials;
}
