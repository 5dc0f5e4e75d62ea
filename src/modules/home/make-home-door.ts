import { authenticateHome } from '../../actions/home/home-account.ts';
import { HomeDoor } from '../../mqtt/home/home-door.ts';
import { findHomeAccount } from '../../store/home/home-accounts.ts';
import type { Core } from '../module.ts';
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
