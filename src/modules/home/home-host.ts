import type { Steps } from '../../domain/steps.ts';
import { findCustomer } from '../../store/people/customers.ts';
import type { Core } from '../module.ts';
import { type HomeMessages, presenceTopic } from './home-messages.ts';
import { pressHomeButton, readHome } from './home-sites.ts';

/** What home automations are told and may do, whether they come to us or we go to their broker. */
export interface HomeHost {
  /** Everything that the home automation of a customer is told now; for `ref` see `presenceTopic`. */
  read(customerId: number, ref?: string): Steps<HomeMessages>;
  /** Does what a button says that was pressed at `address`. */
  heard(customerId: number, topic: string, address: string): void;
}

export function makeHomeHost({
  monitor,
  config,
  version,
}: Pick<Core, 'monitor' | 'config' | 'version'>): HomeHost {
  const { store, clock } = monitor;
  return {
    read(customerId, ref) {
      const language = findCustomer(store, customerId)?.language ?? 'th';
      const facts = { language, version, url: config.public_url, presence: presenceTopic(ref) };
      return readHome(monitor, customerId, facts, clock());
    },
    heard(customerId, topic, address) {
      const actor = { name: `home:${customerId}`, address };
      pressHomeButton(monitor, customerId, topic, actor, clock());
    },
  };
}
