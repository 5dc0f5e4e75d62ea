import { Database } from 'bun:sqlite';
import { makeSessionTokens } from '../../../src/actions/people/session-tokens.ts';

/** Tokens of people who are logged in: their sessions go straight into the database. */
export function openSessions(
  databasePath: string,
  secret: string,
  kind: 'admin' | 'customer',
  ids: readonly number[],
): Promise<string[]> {
  const now = Date.now();
  const tokens = makeSessionTokens(secret);
  const database = new Database(databasePath);
  try {
    const insert = database.query(
      `INSERT INTO sessions (id, ${kind}_id, method, created_at, last_used_at)
      VALUES (?1, ?2, 'password', ?3, ?3)`,
    );
    return Promise.all(
      ids.map((id) => {
        const sessionId = crypto.randomUUID();
        insert.run(sessionId, id, now);
        return tokens.sign({ kind, id, tokenVersion: 0, sessionId }, now);
      }),
    );
  } finally {
    database.close();
  }
}
