import type { Monitor } from '../actions/monitor.ts';
import { makeTellOperator, type TellOperatorOptions } from '../actions/system/tell-operator.ts';
import type { Tick } from '../domain/instant.ts';
import type { Config } from '../installation/config.ts';
import { operatorAddresses } from '../installation/operator-addresses.ts';
import { proveWritable } from '../store/engine/prove-writable.ts';
import { PingWatchdog } from './ping-watchdog.ts';

const lookEveryMs = 10_000;

/** Tells the operator, at each address of theirs, what is wrong with the service. */
export function tellOperatorTick(
  config: Config,
  monitor: Monitor,
  {
    findProblems,
    findDetails,
  }: Required<Pick<TellOperatorOptions, 'findProblems' | 'findDetails'>>,
): Tick {
  const { admin_language: language } = config;
  const addresses = { monitor, configured: operatorAddresses(config), language };
  return {
    name: 'tell-operator',
    everyMs: lookEveryMs,
    run: makeTellOperator({ ...addresses, findProblems, findDetails }),
  };
}

/** Calls the operator's address while the service can store what it hears. Null: no address is configured. */
export function makeWatchdog(
  { heartbeat_url: url }: Config,
  monitor: Monitor,
): PingWatchdog | null {
  if (url === undefined) return null;
  return new PingWatchdog({
    url,
    log: monitor.log,
    isWell() {
      try {
        proveWritable(monitor.store);
        return true;
      } catch {
        return false;
      }
    },
  });
}
