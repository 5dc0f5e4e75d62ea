/** Makes a seeded fleet look like one that an operator looks after: some of everything. */
import { Database } from 'bun:sqlite';

const dayMs = 86_400_000;

/** @param now epoch ms; half of the devices were heard then */
export function fillConsole(databasePath: string, now: number): void {
  const database = new Database(databasePath);
  try {
    database.transaction(() => {
      // No device falls silent, however long the benchmark takes.
      database.run("INSERT INTO settings (key, value) VALUES ('heartbeatTimeout', '86400')");
      database.run(
        "UPDATE devices SET link = iif(id % 2, 'online', 'offline'), power = 'UP', ssid = 'FaiWatch bench'",
      );
      database.run(
        `INSERT OR REPLACE INTO vitals (part, record)
         SELECT id >> 9, json_group_array(json_array(id, ?1, ?1, -61, NULL, NULL)) FROM devices
         GROUP BY id >> 9`,
        [now],
      );
      database.run('UPDATE customers SET is_active = 0 WHERE id % 10 = 0');
      database.run(
        `UPDATE activation_keys SET device_row = NULL, activated_at = NULL, expires_at = NULL
         WHERE device_row % 4 = 1`,
      );
      database.run('UPDATE activation_keys SET expires_at = ?1 WHERE device_row % 4 = 2', [
        now - 9 * dayMs,
      ]);
    })();
  } finally {
    database.close();
  }
}
