/** An operator's console over a fleet of any size, part of it in trouble. */
import { generateActivationKey } from '../../../src/domain/keys/activation-key.ts';
import type { Data } from '../data.ts';
import { type Home, installBinary, type ServeOptions, type Server } from '../harness.ts';
import { adminEntries, type Contexts, openTab, type Tab, type TabOptions } from './browser.ts';
import { operator } from './shop.ts';

export interface FleetOptions {
  readonly sites: number;
  /** Of the sites, the first ones are without mains, the next are not heard. */
  readonly mains?: number;
  readonly contact?: number;
  /** How many of those outages are acknowledged. */
  readonly acknowledged?: number;
  readonly serve?: ServeOptions | ((home: Home) => Promise<ServeOptions>);
}

export interface FleetScene extends AsyncDisposable {
  readonly home: Home;
  readonly server: Server;
  /** A tab of an operator who is logged in. */
  open(path: string, options?: TabOptions): Promise<Tab>;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** A name of the greatest length, without a place to break. */
export const longName = 'Supercalifragilistic'.repeat(5);

/** Alike but for their end, and each with its right check character. */
export const keyOf = (site: number) =>
  generateActivationKey((count) =>
    new Uint8Array(count).fill(0x9d).fill(site, count - 2, count - 1),
  );
export const deviceIdOf = (site: number) => `fw-${site.toString(16).padStart(12, '0')}`;
export const siteNameOf = (site: number) => (site === 1 ? longName : `Site ${site}`);

/** What the messenger calls the chat of a customer. */
export const chatOf = (customer: number) => `Chat ${customer}`;

export async function openFleetScene(
  browser: Contexts,
  { serve = {}, ...fleet }: FleetOptions,
): Promise<FleetScene> {
  const home = await installBinary();
  const options = typeof serve === 'function' ? await serve(home) : serve;
  const env = { FAIWATCH_ADMIN_PASSWORD: operator.password, ...options.env };
  const first = await home.serve({ env });
  await first.stop();
  fillFleet(home.data, fleet);
  const server = await home.serve({ ...options, env });
  const entries = await adminEntries(server, operator);
  return {
    home,
    server,
    async open(path, tab = {}) {
      const opened = await openTab(browser, server, { stored: entries, ...tab });
      await opened.visit(path);
      return opened;
    },
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
}

/** Two sites a customer, a key and a reachable chat each; rows as the server writes them itself. */
function fillFleet(data: Data, fleet: Omit<FleetOptions, 'serve'>): void {
  const { sites, mains = 0, contact = 0, acknowledged = 0 } = fleet;
  const now = Date.now();
  // However long a walk takes, no site falls silent in it.
  data.saveSettings({ heartbeatTimeout: 86_400 });
  const lost = mains + contact;
  for (let site = 1; site <= sites; site += 1) {
    const customer = Math.ceil(site / 2);
    const isFirst = site % 2 === 1;
    if (isFirst) {
      const name = customer === 1 ? longName : `Customer ${customer}`;
      data.write(
        'INSERT INTO customers (id, name, phone, phone_proven_at, created_at) VALUES (?, ?, ?, ?, ?)',
        ...[customer, name, `+6681${String(customer).padStart(7, '0')}`, now, now - 90 * dayMs],
      );
      // The last one has none.
      if (site < sites - 1) {
        data.write(
          `INSERT INTO recipients (customer_id, channel, address, name, language, created_at)
           VALUES (?, 'telegram', ?, ?, 'th', 0)`,
          ...[customer, String(7_000_000 + customer), chatOf(customer)],
        );
      }
    }
    const isMains = site <= mains;
    const isLost = site <= lost;
    data.write(
      `INSERT INTO devices (id, device_id, customer_id, owned_since, site_name, device_type,
         firmware_version, token_hash, link, power, has_mains_sense, transport, created_at)
       VALUES (?, ?, ?, 0, ?, 's2-mini', '1.0.0', ?, ?, ?, 1, 'mqtt', ?)`,
      ...[site, deviceIdOf(site), customer, siteNameOf(site), `hash ${site}`],
      ...[isLost && !isMains ? 'offline' : 'online', isMains ? 'DOWN' : 'UP', now - 80 * dayMs],
    );
    data.write(
      `INSERT INTO vitals (part, record)
       VALUES (?1 >> 9, json_array(json_array(?1, ?2, ?3, NULL, NULL, NULL)))
       ON CONFLICT (part) DO UPDATE
         SET record = json_insert(record, '$[#]', json_array(?1, ?2, ?3, NULL, NULL, NULL))`,
      ...[site, now - (isLost && !isMains ? site * minuteMs : 0), now - site * minuteMs],
    );
    data.write(
      `INSERT INTO activation_keys (key_code, ref, purchase_type, customer_id, device_row, price,
         activated_at, expires_at, created_by, created_at)
       VALUES (?, ?, 'key_only', ?, ?, 200, ?, ?, 'admin:admin', ?)`,
      ...[keyOf(site), `ref${site}`, customer, site, now - 80 * dayMs],
      // The second ends soon.
      ...[now + (site === 2 ? 20 : 900) * dayMs, now - 90 * dayMs],
    );
    if (!isLost) continue;
    const seenBy = site <= acknowledged ? 'Nok' : null;
    data.write(
      `INSERT INTO outages (id, device_row, customer_id, cause, down_at, start_known, detected_at,
         acknowledged_at, acknowledged_by) VALUES (?1, ?1, ?2, ?3, ?4, ?5, ?4, ?6, ?7)`,
      ...[site, customer, isMains ? 'mains' : 'silent', now - site * minuteMs],
      ...[isMains ? 'reported' : 'silence', seenBy === null ? null : now, seenBy],
    );
    data.write(
      `INSERT INTO notifications (outage_id, customer_id, kind, channel, recipient, language, status,
         due_at, next_attempt_at, attempts, sent_at, created_at)
       VALUES (?1, ?2, 'alert', 'telegram', ?3, 'th', 'sent', ?4, ?4, 1, ?4, ?4)`,
      ...[site, customer, String(7_000_000 + customer), now - site * minuteMs + 30_000],
    );
  }
}
