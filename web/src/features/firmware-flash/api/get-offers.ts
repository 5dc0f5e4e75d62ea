import { queryOptions } from '@tanstack/react-query';
import type { PublicInfo } from '../../../../../src/contract/system/public-info.ts';
import { publicInfoQuery } from '../../../lib/public-info-query.ts';
import type { Board } from '../boards.ts';

/** The version each board would get; a board that is not there has none. */
export type Offers = ReadonlyMap<Board, string>;

export const offersQuery = queryOptions({
  ...publicInfoQuery,
  select: ({ firmware }: PublicInfo): Offers =>
    new Map(firmware.map(({ board, version }) => [board, version])),
});
