import type { ChannelName } from '../../domain/states.ts';
import { perStore, type Store } from '../engine/open.ts';

/** The share of one account in the messages that a channel may send. */
interface AccountPart {
  /** Messages that went to it; several notifications may be one message. */
  readonly sent: number;
  /** Accounts that are told on the channel. */
  readonly accounts: number;
}

const part = perStore(({ sqlite }) =>
  sqlite.query<AccountPart, [ChannelName, address: string, since: number]>(
    `SELECT
      (SELECT count(DISTINCT coalesce(n.group_id, n.id)) FROM notifications n
        WHERE n.customer_id = r.customer_id AND n.created_at >= ?3
          AND n.channel = ?1 AND n.status = 'sent') AS sent,
      (SELECT count(DISTINCT customer_id) FROM recipients WHERE channel = ?1) AS accounts
    FROM recipients r WHERE r.channel = ?1 AND r.address = ?2`,
  ),
);

/**
 * @param since epoch ms
 * @returns null: the address is no account's
 */
export function readAccountPart(
  store: Store,
  channel: ChannelName,
  address: string,
  since: number,
): AccountPart | null {
  return part(store).get(channel, address, since);
}
