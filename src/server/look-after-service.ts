import type { Monitor } from '../actions/monitor.ts';
import { makeTellOperator, type TellOperatorOptions } from '../actions/system/tell-operator.ts';
import type { Tick } from '../domain/instant.ts';
import type { OperatorAddress } from '../domain/system/operator-address.ts';
import type { Config } from '../installation/config.ts';
import { makeTellAreaOutages } from '../modules/areas/tell-area-outages.ts';
import { proveWritable } from '../store/engine/prove-writable.ts';
import { PingWatchdog } from './ping-watchdog.ts';

const lookEveryMs = 10_000;
const areasEveryMs = 5_000;

/** The addresses of the operator that the configuration names. */
export function operatorAddresses({
  telegram_admin_chat: chat,
  operator_recipients: others,
}: Config): readonly OperatorAddress[] {
  return chat === undefined ? others : [{ channel: 'telegram', address: chat }, ...others];
}

/** Tells the operator, at each address of theirs, what is wrong with the service, and of area outages. */
export function tellOperatorTicks(
  config: Config,
  monitor: Monitor,
  {
    findProblems,
    findDetails,
  }: Required<Pick<TellOperatorOptions, 'findProblems' | 'findDetails'>>,
): Tick[] {
  const addresses = {
    monitor,
    configured: operatorAddresses(config),
    language: config.admin_language,
  };
  return [
    {
      name: 'tell-operator',
      everyMs: lookEveryMs,
      run: makeTellOperator({ ...addresses, findProblems, findDetails }),
    },
    {
      name: 'tell-area-outages',
      everyMs: areasEveryMs,
      run: makeTellAreaOutages(addresses),
    },
  ];
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
