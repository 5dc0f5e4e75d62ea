import { queryOptions } from '@tanstack/react-query';
import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';

/** The accounts that chats can be connected with; null: there is none. */
interface Messengers {
  readonly telegram: PublicInfo['bot'];
  readonly line: PublicInfo['line'];
  /** Null: there are none. */
  readonly webhook: true | null;
}

function readMessengers({ bot, line, webhook }: PublicInfo): Messengers {
  return { telegram: bot, line, webhook: webhook ? true : null };
}

/** Whether chats can be connected; false: only addresses can, such as of email, or nothing. */
export function offersChats(info: PublicInfo): boolean {
  return Object.values(readMessengers(info)).some((account) => account !== null);
}

/** Asked again now and then while there is none, since one may come. */
export const messengersQuery = queryOptions({
  ...publicInfoQuery,
  select: readMessengers,
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && !offersChats(data) ? 30_000 : false,
});
