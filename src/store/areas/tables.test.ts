import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsBefore } from '../../../tests/support/migrations.ts';
import { listReleaseDatabases } from '../../../tests/support/release-databases.ts';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { openStore } from '../engine/open.ts';

test.each(listReleaseDatabases())(
  'an update of $version keeps which sites an area outage took',
  ({ file }) => {
    const path = join(tempDir('faiwatch-areas'), 'faiwatch.db');
    writeFileSync(path, Bun.zstdDecompressSync(readFileSync(file)));
    openStore(path, { migrationsDir: migrationsBefore('area_outage_losses') }).close();
    const before = new Database(path, { strict: true });
    const outages = 'SELECT id, device_row, customer_id, cause, down_at FROM outages ORDER BY id';
    before.run(`INSERT INTO outages (device_row, customer_id, cause, down_at, start_known, detected_at, confirmed_at)
    SELECT id, customer_id, 'mains', 1000 + id, 'reported', 2000, 3000 FROM devices`);
    const stored = before.query(outages).values();
    expect(stored.length).toBeGreaterThan(2);
    const [taken, other] = stored.map(([id]) => Number(id));
    before.run(`INSERT INTO area_outages (id, began_from, began_to, declared_at, status, cause, lost, back, healthy, owners, cells)
    VALUES (7, 1000, 1001, 2000, 'suspected', 'mains', 4, 0, 1, 3, '[]')`);
    before.query('UPDATE outages SET area_outage_id = 7 WHERE id = ?').run(taken ?? 0);
    before.close();

    const store = openStore(path, { migrationsDir: 'drizzle' });
    expect(store.sqlite.query(outages).values()).toEqual(stored);
    const losses = () =>
      store.sqlite.query('SELECT outage_id, area_outage_id FROM area_outage_losses').values();
    expect(losses()).toEqual([[taken ?? 0, 7]]);
    // The one goes with the site's outage, the other with the area outage.
    store.sqlite.run(
      `INSERT INTO area_outage_losses (outage_id, area_outage_id) VALUES (${other}, 7)`,
    );
    store.sqlite.run(`DELETE FROM outages WHERE id = ${taken}`);
    expect(losses()).toEqual([[other ?? 0, 7]]);
    store.sqlite.run('DELETE FROM area_outages');
    expect(losses()).toEqual([]);
    store.close();
  },
);
