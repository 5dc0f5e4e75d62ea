import { queryOptions } from '@tanstack/react-query';
import type { PublicInfo } from '../../../src/contract/system/public-info.ts';
import { publicInfoQuery } from './public-info-query.ts';

/** With what a browser subscribes; null: browsers are not told. */
export const pushKeyQuery = queryOptions({
  ...publicInfoQuery,
  select: ({ push }: PublicInfo) => push,
});
