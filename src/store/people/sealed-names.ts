/**
 * Names under which attempts are counted and households remembered: phone numbers, mailboxes, network addresses. They
 * are stored sealed, so that neither the database nor a copy of it says whose they are. A plain hash would not do, as
 * all phone numbers of a country can be tried within minutes.
 */
import { dirname, join } from 'node:path';
import { keepSecret } from '../../disk/kept-secret.ts';
import { perStore, type Store } from '../engine/open.ts';

/** The file beside the database with the secret of the seals. It is in no backup. */
const secretFile = 'limits-secret';

/** Begins every seal; no plain name begins with it. */
const mark = '#';

/** 132 bits in base64url. */
const sealLength = 22;

const secretOfMemory = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');

const secretOf = perStore(({ path }) =>
  path === ':memory:' ? secretOfMemory : keepSecret(join(dirname(path), secretFile)),
);

/**
 * Seals a name: HMAC-SHA-256 under the secret of the installation. Each line is sealed by itself, so that the pairs of
 * an account can be found by the first.
 * @throws what the file system says when there is no secret yet and it cannot be written
 */
export function sealName(store: Store, name: string): string {
  const secret = secretOf(store);
  return name
    .split('\n')
    .map((line) => {
      const digest = new Bun.CryptoHasher('sha256', secret).update(line).digest('base64url');
      return mark + digest.slice(0, sealLength);
    })
    .join('\n');
}

/** Seals what earlier releases stored in plain, and makes the secret if there is none. */
export function sealPlainNames(store: Store): void {
  const { sqlite } = store;
  sealName(store, '');
  const isPlain = (column: string) => `substr(${column}, 1, 1) <> '${mark}'`;
  const attempts = sqlite.query<{ row: number; subject: string }, []>(
    `SELECT rowid AS row, subject FROM attempt_limits WHERE ${isPlain('subject')}`,
  );
  const households = sqlite.query<{ row: number; account: string; household: string }, []>(
    `SELECT rowid AS row, account, household FROM known_households WHERE ${isPlain('account')}`,
  );
  store.transaction(() => {
    const sealAttempt = sqlite.query(
      'UPDATE OR REPLACE attempt_limits SET subject = ? WHERE rowid = ?',
    );
    for (const { row, subject } of attempts.all()) sealAttempt.run(sealName(store, subject), row);
    const sealHousehold = sqlite.query(
      'UPDATE OR REPLACE known_households SET account = ?, household = ? WHERE rowid = ?',
    );
    for (const { row, account, household } of households.all()) {
      sealHousehold.run(sealName(store, account), sealName(store, household), row);
    }
  });
}
