import { queryOptions } from '@tanstack/react-query';
import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';
import { channelsInUse } from '../../../lib/channels-in-use.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';

/** The accounts that chats can be connected with; null: there is none. */
export interface Messengers {
  readonly telegram: PublicInfo['bot'];
  readonly line: PublicInfo['line'];
  /** Null: there are none. */
  readonly webhook: true | null;
}

function readMessengers({ bot, line, webhook }: PublicInfo): Messengers {
  return { telegram: bot, line, webhook: webhook ? true : null };
}

/** Whether chats can be connected, or nothing can; false: only addresses can, such as of email. */
export function offersChats(info: PublicInfo): boolean {
  const hasMessenger = Object.values(readMessengers(info)).some((account) => account !== null);
  return hasMessenger || channelsInUse(info).length === 0;
}

/** Asked again now and then while there is none, since one may come. */
export const messengersQuery = queryOptions({
  ...publicInfoQuery,
  select: readMessengers,
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && Object.values(readMessengers(data)).every((account) => account === null)
      ? 30_000
      : false,
});
