import { loginOf } from '../actions/home/home-broker.ts';
import type { Monitor } from '../actions/monitor.ts';
import type { Time } from '../domain/instant.ts';
import type { HomeDoor } from '../mqtt/home/home-door.ts';
import { HomeLinks } from '../mqtt/home/home-links.ts';
import type { OutboundPolicy } from '../outbound/resolve-checked.ts';
import type { Tick } from '../server/scheduler.ts';
import { listHomeBrokers } from '../store/home/home-brokers.ts';
import { type HomeFacts, makeHomeHost } from './home-host.ts';

/** The connections to customers' own brokers. */
export function makeHomeLinks(
  monitor: Monitor,
  { outbound, ...facts }: HomeFacts & { readonly outbound: OutboundPolicy },
  time: Time,
): HomeLinks {
  const { store, log, turns } = monitor;
  const host = {
    ...makeHomeHost(monitor, facts),
    wanted: () =>
      new Map(
        listHomeBrokers(store).flatMap((row) => {
          const login = loginOf(row);
          return login === null ? [] : [[row.customerId, login] as const];
        }),
      ),
  };
  return new HomeLinks(host, outbound, { time, log, turns });
}

/** Tells home automations what has changed. */
export function tellHomes(door: HomeDoor, links: HomeLinks): readonly Tick[] {
  const everyMs = 1_000;
  return [
    { name: 'tell-homes', everyMs, run: () => door.tick() },
    { name: 'tell-brokers', everyMs, run: () => links.tick() },
  ];
}
