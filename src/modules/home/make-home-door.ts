import type { Core } from '../module.ts';
import { findHomeAccount } from './account-rows.ts';
import { authenticateHome } from './home-account.ts';
import { HomeDoor } from './home-door.ts';
import { makeHomeHost } from './home-host.ts';

/** The entry for customers' home automations. */
export function makeHomeDoor(core: Pick<Core, 'monitor' | 'config' | 'version'>): HomeDoor {
  const { monitor } = core;
  const { store, clock, log, turns } = monitor;
  const host = {
    ...makeHomeHost(core),
    authenticate: (name: string, password: string) =>
      authenticateHome(monitor, name, password)?.customerId ?? null,
    isOpen: (name: string) => findHomeAccount(store, name) !== null,
  };
  return new HomeDoor(host, turns, log, () => clock().monoMs);
}
