import { authenticateHome } from '../actions/home/home-account.ts';
import type { Monitor } from '../actions/monitor.ts';
import { HomeDoor } from '../mqtt/home/home-door.ts';
import { findHomeAccount } from '../store/home/home-accounts.ts';
import { type HomeFacts, makeHomeHost } from './home-host.ts';

/** The entry for customers' home automations. */
export function makeHomeDoor(monitor: Monitor, facts: HomeFacts): HomeDoor {
  const { store, clock, log, turns } = monitor;
  const host = {
    ...makeHomeHost(monitor, facts),
    authenticate: (name: string, password: string) =>
      authenticateHome(monitor, name, password)?.customerId ?? null,
    isOpen: (name: string) => findHomeAccount(store, name) !== null,
  };
  return new HomeDoor(host, turns, log, () => clock().monoMs);
}
