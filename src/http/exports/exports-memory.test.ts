import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMemory } from '../../../scripts/bench/lib/process-stats.ts';
import { seedFleet } from '../../../scripts/bench/lib/seed.ts';
import { startServer } from '../../../scripts/bench/lib/server.ts';
import { makeSessionTokens } from '../../actions/people/session-tokens.ts';

const rows = 100_000;
const sessionId = 'a session of its own';
const secret = 'a secret that only this test knows, of 32 characters';

/**
 * Events, one a millisecond, whose export is more than 26 MB; and an administrator with the id 1.
 * @param begin epoch ms of the first
 */
function seed(dataDir: string, begin: number): void {
  seedFleet(dataDir, { devices: 100, now: begin });
  const database = new Database(join(dataDir, 'faiwatch.db'));
  database.run(
    "INSERT INTO admins (username, password_hash, created_at) VALUES ('admin', 'none', 0)",
  );
  database.run(
    `INSERT INTO sessions (id, admin_id, method, created_at, last_used_at)
    VALUES ('${sessionId}', 1, 'password', ${begin}, ${begin})`,
  );
  database
    .query(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
      INSERT INTO events (device_row, event_type, occurred_at, created_at, voltage, details)
      SELECT 1 + i % 100, 'ONLINE', ?2 + i, ?2 + i, 4.97,
        '{"rssi":-61,"ssid":"ร้านสมชาย","note":"' || hex(zeroblob(40)) || '"}' FROM n`,
    )
    .run(rows, begin);
  database.close();
}

test('an export of 100,000 rows takes less than 20 MB, though the client is slow', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'faiwatch-export-'));
  const begin = Date.now() - rows;
  seed(dataDir, begin);
  const server = await startServer({
    dataDir,
    args: ['--mqtt-port', 'off'],
    // What the optimising compiler takes now and then, 20 MB or so, is none of an export's business.
    env: { FAIWATCH_JWT_SECRET: secret, BUN_JSC_useFTLJIT: '0' },
  });
  try {
    const account = { kind: 'admin', id: 1, tokenVersion: 0, sessionId } as const;
    const token = await makeSessionTokens(secret).sign(account, Date.now());
    const get = (path: string) =>
      fetch(`http://127.0.0.1:${server.http}${path}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
    // What only the first costs: code is loaded, and SQLite fills its cache of 8 MB.
    const recent = new Date(begin + 90_000).toISOString();
    const first = await (await get(`/api/events/export.csv?from=${recent}`)).text();
    expect(first.split('\r\n').length).toBe(10_000 + 2);

    const before = readMemory(server.pid).residentMb;
    // The kernel's high-water mark begins anew (proc(5)).
    writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
    let bytes = 0;
    let lines = 0;
    const socket = connect(server.http, '127.0.0.1');
    socket.write(
      `GET /api/events/export.csv HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    for await (const chunk of socket) {
      // For as long as this takes nothing is read, and the server must not read ahead.
      if (bytes === 0) for (let i = 0; i < 1_000; i += 1) await (await get('/healthz')).text();
      bytes += chunk.byteLength;
      for (const byte of chunk) if (byte === 0x0a) lines += 1;
    }
    expect(lines).toBeGreaterThan(rows);
    expect(bytes).toBeGreaterThan(26e6);
    expect(readMemory(server.pid).peakMb - before).toBeLessThan(20);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
}, 60_000);
