import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { readBrokerUrl } from '../../domain/broker-address.ts';
import type { Steps } from '../../domain/steps.ts';
import { type Config, ConfigError } from '../../installation/config.ts';
import type { Core } from '../module.ts';
import { listHomeBrokers } from './broker-rows.ts';
import { type BrokerLogin, loginOf } from './home-broker.ts';
import { type HomeHost, makeHomeHost } from './home-host.ts';
import { everybody, HomeLinks } from './home-links.ts';
import { type HomeMessages, presenceTopic, readButtonTopic } from './home-messages.ts';
import { pressHomeButton, readHome } from './home-sites.ts';

/**
 * The connections to customers' own brokers, and to the operator's.
 * @throws ConfigError: the operator's cannot be read
 */
export function makeHomeLinks(core: Core): HomeLinks {
  const { monitor, config, time, outbound } = core;
  const { store, log, turns } = monitor;
  const ofCustomer = makeHomeHost(core);
  const ofOperator = makeOperatorsHost(core);
  const hostOf = (id: number) => (id === everybody ? ofOperator : ofCustomer);
  const operators = readOperatorsLogin(config);
  const host = {
    read: (id: number, ref: string) => hostOf(id).read(id, ref),
    heard: (id: number, topic: string, address: string) => hostOf(id).heard(id, topic, address),
    wanted() {
      const logins = new Map<number, BrokerLogin>();
      if (operators !== null) logins.set(everybody, operators);
      for (const row of listHomeBrokers(store)) {
        const login = loginOf(row);
        if (login !== null) logins.set(row.customerId, login);
      }
      return logins;
    },
  };
  return new HomeLinks(host, outbound, { time, log, turns });
}

/** All sites of the installation. */
function makeOperatorsHost({ monitor, config, version }: Core): HomeHost {
  const { fleet, clock } = monitor;
  const { admin_language: language, public_url: url } = config;
  return {
    *read(_id, ref): Steps<HomeMessages> {
      const facts = { language, version, url, presence: presenceTopic(ref) };
      const owners = new Set([...fleet.all()].map(({ config }) => config.customerId));
      const messages = new Map<string, string>();
      for (const owner of owners) {
        if (owner === null) continue;
        for (const [topic, payload] of yield* readHome(monitor, owner, facts, clock())) {
          messages.set(topic, payload);
        }
      }
      return messages;
    },
    heard(_id, topic, address) {
      const owner = fleet.get(readButtonTopic(topic)?.deviceId ?? '')?.config.customerId;
      if (owner == null) return;
      pressHomeButton(monitor, owner, topic, { name: 'home:operator', address }, clock());
    },
  };
}

/** Whoever writes the configuration may name any address. */
function readOperatorsLogin({
  home_broker_url: url,
  home_broker_ca: path,
}: Config): BrokerLogin | null {
  const found = url === undefined ? null : readBrokerUrl(url);
  if (found === null) return null;
  // The reference stays the same over restarts, and differs between installations.
  const ref = hostname().replaceAll(/[^\w-]/g, '-');
  return { ref, ...found, ca: path === undefined ? null : readCa(path), isTrusted: true };
}

function readCa(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`setting "home_broker_ca": ${(error as Error).message}`);
  }
}
