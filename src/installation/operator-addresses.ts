import type { OperatorAddress } from '../domain/system/operator-address.ts';
import type { Config } from './config.ts';

/** The addresses of the operator that the configuration names. */
export function operatorAddresses({
  telegram_admin_chat: chat,
  operator_recipients: others,
}: Config): readonly OperatorAddress[] {
  return chat === undefined ? others : [{ channel: 'telegram', address: chat }, ...others];
}
