import { authenticateHome } from '../actions/home/home-account.ts';
import { pressHomeButton, readHome } from '../actions/home/home-sites.ts';
import type { Monitor } from '../actions/monitor.ts';
import { HomeDoor } from '../mqtt/home/home-door.ts';
import type { Tick } from '../server/scheduler.ts';
import { findHomeAccount } from '../store/home/home-accounts.ts';
import { findCustomer } from '../store/people/customers.ts';

/** The entry for customers' home automations. */
export function makeHomeDoor(
  monitor: Monitor,
  { version, publicUrl: url }: { readonly version: string; readonly publicUrl: string | undefined },
): HomeDoor {
  const { store, clock, log } = monitor;
  return new HomeDoor(
    {
      authenticate: (name, password) =>
        authenticateHome(monitor, name, password)?.customerId ?? null,
      isOpen: (name) => findHomeAccount(store, name) !== null,
      read(customerId) {
        const language = findCustomer(store, customerId)?.language ?? 'th';
        return readHome(monitor, customerId, { language, version, url }, clock());
      },
      heard(customerId, topic, address) {
        const actor = { name: `home:${customerId}`, address };
        pressHomeButton(monitor, customerId, topic, actor, clock());
      },
    },
    monitor.turns,
    log,
    () => clock().monoMs,
  );
}

/** Tells home automations what has changed. */
export function tellHomes(door: HomeDoor): Tick {
  return { name: 'tell-homes', everyMs: 1_000, run: () => door.tick() };
}
