import type { Core, ModuleBody } from '../module.ts';
import { homeAccountRoutes } from './account-calls.ts';
import { homeBrokerRoutes } from './broker-calls.ts';
import { makeHomeDoor } from './make-home-door.ts';
import { makeHomeLinks } from './make-home-links.ts';

const everyMs = 1_000;

/** @throws ConfigError: the authority of the operator's broker cannot be read */
export function startHome(core: Core): ModuleBody {
  const door = makeHomeDoor(core);
  const links = makeHomeLinks(core);
  return {
    routes: [...homeAccountRoutes(core, door), ...homeBrokerRoutes(core, links)],
    guests: door,
    ticks: [
      { name: 'tell-homes', everyMs, run: () => door.tick() },
      { name: 'tell-brokers', everyMs, run: () => links.tick() },
    ],
    metrics: () => [
      {
        name: 'faiwatch_home_broker_connections',
        help: 'Connections to brokers of customers and of the operator.',
        type: 'gauge',
        values: [{ value: links.connections }],
      },
    ],
    stop: () => links.stop(),
  };
}
