/** What a strict messenger took, beside what the database says of it. */
import type { Database } from 'bun:sqlite';
import { expect } from 'bun:test';
import type { SentMessage } from '../fakes/telegram/methods.ts';

/**
 * Everything that the database calls sent was taken. What was taken besides is of a try whose answer was lost.
 * @returns how many messages came twice, and how many may have
 */
export function expectTaken(
  database: Database,
  taken: readonly SentMessage[],
): { readonly found: number; readonly possible: number } {
  const rows = database
    .query<{ recipient: string; external_id: string; ambiguous: number }, []>(
      `SELECT recipient, external_id, sum(ambiguous_attempts) AS ambiguous FROM notifications
      WHERE status = 'sent' GROUP BY recipient, external_id`,
    )
    .all();
  const takenIds = new Set(taken.map(({ messageId }) => String(messageId)));
  for (const { external_id } of rows) expect(takenIds).toContain(external_id);
  const marked = new Set(rows.map(({ external_id }) => external_id));
  const twice = taken.filter(({ messageId }) => !marked.has(String(messageId)));
  for (const { chatId } of twice) {
    const ofChat = rows.filter(({ recipient }) => recipient === String(chatId));
    const extra = twice.filter((message) => message.chatId === chatId).length;
    expect(ofChat.reduce((sum, { ambiguous }) => sum + ambiguous, 0)).toBeGreaterThanOrEqual(extra);
  }
  const [[possible] = [0]] = database
    .query<unknown, []>('SELECT coalesce(sum(ambiguous_attempts), 0) FROM notifications')
    .values() as [number][];
  expect(twice.length).toBeLessThanOrEqual(possible);
  return { found: twice.length, possible };
}
