import { queryOptions } from '@tanstack/react-query';
import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';

/** The bot that customers write to, with its @; null: none is connected. */
export const botQuery = queryOptions({
  ...publicInfoQuery,
  select: ({ bot }: PublicInfo) => bot?.handle ?? null,
});
