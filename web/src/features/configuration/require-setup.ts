import { redirect } from '@tanstack/react-router';
import { normalisePhone } from '../../../../src/domain/people/phone.ts';
import { readDeviceSetup, saveDeviceSetup, setupOf } from '../../lib/device-setup.ts';
import { customerSession } from '../../lib/session.ts';
import { showKey } from '../../lib/show-key.ts';

interface FlashSearch {
  /** Which of the customer's keys, by its id: the address may be sent to another computer. */
  readonly key?: string;
  /** The page that flashes was used just now, and its board is at hand. */
  readonly connect?: true;
}

/** However each of them is written. */
function isSamePhone(a: string, b: string): boolean {
  return (normalisePhone(a) ?? a) === (normalisePhone(b) ?? b);
}

export function readFlashSearch({ key, connect }: Record<string, unknown>): FlashSearch {
  return {
    ...(typeof key === 'string' && { key }),
    ...(connect === true && { connect }),
  };
}

/**
 * For `beforeLoad` of the page that configures a board: whoever is not logged in goes to the log-in, and
 * whoever has chosen no key of theirs, here or by the address, to the dashboard.
 */
export async function requireSetup({ search }: { search: FlashSearch }): Promise<void> {
  const phone = customerSession.read()?.user.phone;
  const chosen = readDeviceSetup();
  const isOwn = phone !== undefined && isSamePhone(chosen?.phone ?? '', phone);
  if (isOwn) return;
  const { key } = search;
  if (phone === undefined || key === undefined) throw redirect({ to: '/customer' });
  try {
    saveDeviceSetup(setupOf(phone, await showKey(key)));
  } catch {
    throw redirect({ to: '/customer' });
  }
}
