/**
 * A small world in which every call has something to act on: customer A with a device, keys, an outage
 * and what it led to; customer B with nothing of A's.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { desc, eq, sql } from 'drizzle-orm';
import { openCalendar } from '../../src/actions/alerts/calendar-feed.ts';
import { addContact } from '../../src/actions/alerts/edit-contacts.ts';
import { planTime } from '../../src/actions/alerts/plan-times.ts';
import { shareReport } from '../../src/actions/alerts/share-report.ts';
import { enrolDevice } from '../../src/actions/devices/enrol-device.ts';
import { loadFleet } from '../../src/actions/fleet/load-fleet.ts';
import { recordEvents } from '../../src/actions/fleet/record-events.ts';
import { createKeys } from '../../src/actions/keys/create-keys.ts';
import { createApiToken } from '../../src/actions/people/api-tokens.ts';
import { nameSession } from '../../src/actions/people/end-sessions.ts';
import { generateActivationKey } from '../../src/domain/keys/activation-key.ts';
import { apiRoutes } from '../../src/http/engine/api-routes.ts';
import type { Access, RouteSpec } from '../../src/http/engine/route.ts';
import { heartbeatSpec } from '../../src/http/fleet/device.ts';
import type { OpenApiDocument, Operation } from '../../src/http/reference/openapi.ts';
import { insertOutageCalendar } from '../../src/store/alerts/outage-calendars.ts';
import {
  contacts,
  outageCalendars,
  outages,
  plannedTimes,
  recipients,
  reportShares,
} from '../../src/store/alerts/tables.ts';
import { joinRequests } from '../../src/store/devices/join-request-tables.ts';
import { insertImage, readImages } from '../../src/store/firmware/firmware-images.ts';
import { events } from '../../src/store/fleet/tables.ts';
import { findKey } from '../../src/store/keys/keys.ts';
import { activationKeys } from '../../src/store/keys/tables.ts';
import { notifications } from '../../src/store/outbox/tables.ts';
import { endAdminSessions } from '../../src/store/people/admins.ts';
import { listApiTokens } from '../../src/store/people/api-tokens.ts';
import { endCustomerSessions, findCustomer } from '../../src/store/people/customers.ts';
import { sessions } from '../../src/store/people/session-tables.ts';
import { customers } from '../../src/store/people/tables.ts';
import { insertOperatorRecipient } from '../../src/store/system/operator-recipients.ts';
import { operatorRecipients } from '../../src/store/system/tables.ts';
import { report } from '../support/beats.ts';
import { addTestFirmware } from '../support/firmware-world.ts';
import { HttpWorld, makeAppOptions } from '../support/http-world.ts';
import {
  makeCustomer,
  makeDevice,
  makeTestMonitor,
  openTestCopy,
  type TestMonitor,
  testActor,
  testStart,
} from '../support/monitor.ts';

export const roles = [
  'nobody',
  'customer A',
  'customer B',
  'owner',
  'support',
  'viewer',
  'device',
  'expired customer',
  'expired admin',
  'forged',
  'revoked customer',
  'revoked admin',
  'revoked device',
] as const;
export type Role = (typeof roles)[number];

/** Who may make the calls of a kind. */
export const callers: Readonly<Record<Access, Role>> = {
  public: 'nobody',
  device: 'device',
  customer: 'customer A',
  viewer: 'viewer',
  support: 'support',
  owner: 'owner',
  account: 'customer A',
  metrics: 'owner',
};

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly spec: RouteSpec;
}

/** Every call of the OpenAPI document, with the declaration it was made from. */
export async function readCalls(): Promise<Call[]> {
  const { body } = await new HttpWorld().get('/api/docs');
  const document: OpenApiDocument = body;
  const specs = [heartbeatSpec, ...apiRoutes(makeAppOptions(makeTestMonitor()))];
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      const method = name.toUpperCase();
      const spec = specs.find(
        (one) => one.method === method && one.path.replaceAll(/:(\w+)/g, '{$1}') === path,
      );
      if (spec === undefined) throw new Error(`${method} ${path} is documented but not declared`);
      return { method, path, operation, spec };
    }),
  );
}

/** Its files are shared: nothing that is called here writes to them. */
const firmwareWorld = new HttpWorld();
addTestFirmware(firmwareWorld);
const firmwareImages = readImages(firmwareWorld.monitor.store);

/** Made once: a backup takes longer than all the rest of a world. */
const oneBackup = firmwareWorld.backups.add('manual', testStart - 60_000);

/** In the name that A gave to a site. */
const sitePhone = '089-876-5432';

const deviceToken = `fwd_${'a'.repeat(43)}`;
const revokedToken = `fwd_${'r'.repeat(43)}`;

/** What the calls act on. */
interface Things {
  readonly customerA: number;
  readonly customerB: number;
  /** A token of an owner. */
  readonly admin: string;
  readonly deviceId: string;
  /** The key of A's device. */
  readonly usedKey: string;
  /** A key of A that no device uses. */
  readonly freeKey: string;
  readonly calendar: string;
  /** The secret of a shared report. */
  readonly report: string;
}

/** The database of a world, and what is in it. Living through it takes longer than most calls. */
const lived = liveThrough();

async function liveThrough() {
  const http = new HttpWorld({ firmware: firmwareWorld.firmware });
  const things = await makeThings(http);
  await losePower(http.monitor, things);
  return { database: http.monitor.store.sqlite.serialize(), things };
}

async function makeThings(http: HttpWorld): Promise<Things> {
  const { monitor } = http;
  const [customerA, customerB] = [makeCustomer(monitor), makeCustomer(monitor)];
  const admin = await http.admin();
  // Their phone is all that is known of many customers, and stands for their name.
  monitor.store.sqlite.run("UPDATE customers SET phone = '+66812345678' WHERE id = ?", [customerA]);
  monitor.store.sqlite.run('UPDATE customers SET name = phone WHERE id = ?', [customerA]);
  const device = makeDevice(monitor, {
    // As the examples of the document name it.
    deviceId: 'fw-a1b2c3d4e5f6',
    customerId: customerA,
    siteName: `Kitchen, ${sitePhone}`,
    token: deviceToken,
  });
  const usedKey = generateActivationKey((count) => crypto.getRandomValues(new Uint8Array(count)));
  monitor.store.sqlite.run('UPDATE activation_keys SET key_code = ? WHERE device_row = ?', [
    usedKey,
    device.row,
  ]);
  const phone = findCustomer(monitor.store, customerA)?.phone ?? null;
  const notes = `For ${phone}`;
  const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone, notes } as const;
  const [freeKey = ''] = createKeys(monitor, order, testActor, monitor.clock());
  askToJoin(monitor, phone);
  for (const { board, version, size, sha256, signature, parts } of firmwareImages) {
    const image = { board, version, size, sha256, signature, parts };
    insertImage(monitor.store, image, monitor.clock().wallMs);
  }
  monitor.store.sqlite.run('UPDATE firmware_images SET percent = 100');
  const program = { name: 'A program', role: 'viewer', expiresAt: null } as const;
  createApiToken(monitor, program, testActor, monitor.clock());
  addContact(monitor, customerA, 'Brother', testActor, monitor.clock());
  const mine = { channel: 'email', address: 'me@example.com', language: 'en' } as const;
  insertOperatorRecipient(monitor.store, { ...mine, isForAllSites: false }, testStart);
  for (const customerId of [customerA, null]) {
    const times = { startsAt: testStart + 3_600_000, endsAt: testStart + 7_200_000 };
    const what = { kind: 'announced', note: '', isWeekly: false } as const;
    const wanted = { ...what, ...times, deviceIds: [device.deviceId] };
    planTime(monitor, customerId, wanted, 'Asia/Bangkok', testActor, monitor.clock());
    const read = { readAt: testStart, nextReadAt: testStart, createdAt: testStart };
    const outside = { customerId, url: 'https://example.com/outages.ics', ...read };
    insertOutageCalendar(monitor.store, outside, [device.row]);
  }
  const calendar = openCalendar(monitor, customerA, testActor, monitor.clock());
  const dates = { first: '2026-01-01', last: '2026-01-31' };
  const shared = { dates, deviceId: null, language: 'en', days: 30 } as const;
  const { secret: report } = shareReport(monitor, customerA, shared, testActor, monitor.clock());
  monitor.store.db.delete(notifications).run();
  const { deviceId } = device;
  return { customerA, customerB, admin, deviceId, usedKey, freeKey, calendar, report };
}

/** A board was set up with A's phone and a key of nobody's. */
function askToJoin(monitor: TestMonitor, phone: string | null): void {
  monitor.store.db.update(customers).set({ phoneProvenAt: 1 }).run();
  const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone: null } as const;
  const [activation_key = ''] = createKeys(monitor, order, testActor, monitor.clock());
  const enrolment = {
    device_id: 'fw-0123456789ab',
    activation_key,
    phone: phone ?? '',
    device_type: 's2-mini',
    firmware_version: '1.0.0',
  } as const;
  enrolDevice(monitor, enrolment, monitor.clock());
  monitor.store.db.delete(notifications).run();
}

/** Power fails at A's, and an alert of it cannot be delivered; the key of another device is revoked. */
async function losePower(monitor: TestMonitor, { customerA, deviceId }: Things): Promise<void> {
  const revoked = makeDevice(monitor, { customerId: customerA, token: revokedToken });
  const ofRevoked = eq(activationKeys.deviceRow, revoked.row);
  monitor.store.db.update(activationKeys).set({ isActive: false }).where(ofRevoked).run();
  const device = monitor.fleet.get(deviceId);
  if (device === undefined) throw new Error('the device is not there');
  const stored = recordEvents(monitor, device, [report('POWER_DOWN')], 'http', monitor.clock());
  monitor.commits.flush();
  await stored;
  monitor.store.db
    .update(notifications)
    .set({ status: 'failed', attempts: 1, lastError: 'blocked' })
    .run();
}

const sharedWorlds = new Map<Role, Promise<{ world: ApiWorld; token: string | undefined }>>();

export class ApiWorld {
  readonly http: HttpWorld;
  readonly #things: Things;
  #dumped: { readonly writes: number; readonly text: string } | null = null;

  /** As after a restart: what memory has comes from the rows. */
  static async make(): Promise<ApiWorld> {
    const { database, things } = await lived;
    const store = openTestCopy(database);
    const http = new HttpWorld({ firmware: firmwareWorld.firmware }, store);
    loadFleet(http.monitor, http.monitor.clock());
    const { name } = await oneBackup;
    const path = http.backups.pathOf(name);
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(firmwareWorld.backups.pathOf(name), path);
    return new ApiWorld(http, things);
  }

  private constructor(http: HttpWorld, things: Things) {
    this.http = http;
    this.#things = things;
  }

  /** A world for all in a role who leave it as it is, and their token in it. */
  static async shared(role: Role): Promise<{ world: ApiWorld; token: string | undefined }> {
    const made =
      sharedWorlds.get(role) ??
      ApiWorld.make().then(async (world) => ({
        world,
        token: await world.token(role),
      }));
    sharedWorlds.set(role, made);
    return made;
  }

  /** The next in this role gets a new world. */
  static abandon(role: Role): void {
    sharedWorlds.delete(role);
  }

  async token(role: 'owner' | 'support' | 'viewer'): Promise<string>;
  async token(role: Role): Promise<string | undefined>;
  async token(role: Role): Promise<string | undefined> {
    const { http } = this;
    const { store, time } = http.monitor;
    switch (role) {
      case 'nobody':
        return undefined;
      case 'customer A':
        return http.customer(this.#things.customerA);
      case 'customer B':
        return http.customer(this.#things.customerB);
      case 'owner':
        return this.#things.admin;
      case 'support':
      case 'viewer':
        return http.operator(role, role);
      case 'device':
        return deviceToken;
      case 'revoked device':
        return revokedToken;
      case 'expired customer':
      case 'expired admin': {
        const token =
          role === 'expired admin'
            ? this.#things.admin
            : await http.customer(this.#things.customerA);
        time.advanceMs(31 * 86_400_000);
        return token;
      }
      case 'forged': {
        const [head, , signature] = this.#things.admin.split('.');
        const claims = { iss: 'faiwatch', aud: 'admin', sub: '1', ver: 0, exp: 4e9 };
        return `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
      }
      case 'revoked customer': {
        const token = await http.customer(this.#things.customerA);
        endCustomerSessions(store, this.#things.customerA);
        return token;
      }
      case 'revoked admin': {
        const token = this.#things.admin;
        endAdminSessions(store, 1);
        return token;
      }
    }
  }

  /** The path with A's own things in it, and whatever its query must hold. */
  address({ path, operation }: Call): string {
    const wanted = (operation.parameters ?? []).filter(
      (parameter) => parameter.in === 'query' && parameter.required,
    );
    const query = wanted.map(({ name, example }) => `${name}=${example}`).join('&');
    return `${this.fill(path)}${query === '' ? '' : `?${query}`}`;
  }

  /** The path with A's own things in it. */
  fill(path: string): string {
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(this.#valueOf(path, name))),
    );
  }

  #valueOf(path: string, name: string): string | number {
    const { store } = this.http.monitor;
    const first = <T>(row: T | undefined): T => {
      if (row === undefined) throw new Error(`nothing to put into ${path}`);
      return row;
    };
    if (name === 'keyCode')
      return path.endsWith('/renew') ? this.#things.usedKey : this.#things.freeKey;
    if (name === 'report') return `${this.#things.report}.pdf`;
    if (name === 'calendar') return `${this.#things.calendar}.ics`;
    if (name === 'board') return 's2-mini';
    if (name === 'step') return 'timezone';
    if (name === 'setting') return 'timezone';
    if (name === 'version') return '1.1.0';
    if (name === 'file') return 'app.bin';
    if (name === 'name') return first(this.http.backups.list()[0]).name;
    if (name === 'phone') return first(findCustomer(store, this.#things.customerA)).phone;
    if (name === 'ref') return first(findKey(store, this.#things.freeKey)).ref;
    if (name !== 'id') throw new Error(`the walk does not know what {${name}} of ${path} is`);
    // Of whoever came last: the one who calls.
    if (path.includes('/sessions/')) {
      const newest = store.db.select().from(sessions).orderBy(desc(sql`rowid`)).get();
      return nameSession(newest?.id ?? '');
    }
    if (path.includes('/operators/')) return 1;
    if (path.includes('/tokens/')) return first(listApiTokens(store)[0]).id;
    if (path.includes('/passkeys/')) return 'a-passkey-that-nobody-has';
    if (path.includes('/devices/')) return this.#things.deviceId;
    if (path.includes('/customers/')) return this.#things.customerA;
    if (path.includes('/join-requests/'))
      return `j${first(store.db.select().from(joinRequests).get()).id}`;
    if (path.includes('/outages/')) return first(store.db.select().from(outages).get()).id;
    if (path.includes('/events/')) return first(store.db.select().from(events).get()).id;
    if (path.includes('/notifications/')) {
      return first(store.db.select().from(notifications).get()).id;
    }
    if (path.includes('/contacts/')) {
      return first(store.db.select().from(contacts).orderBy(desc(contacts.id)).get()).id;
    }
    if (path.includes('/planned-times/') || path.includes('/announcements/')) {
      const isAnnounced = path.includes('/announcements/');
      const rows = store.db.select().from(plannedTimes).all();
      return first(rows.find(({ customerId }) => (customerId === null) === isAnnounced)).id;
    }
    if (path.includes('/outage-calendars/')) {
      const isOwn = path.includes('/customer/');
      const rows = store.db.select().from(outageCalendars).all();
      return first(rows.find(({ customerId }) => (customerId !== null) === isOwn)).id;
    }
    if (path.includes('/operator-recipients/')) {
      return first(store.db.select().from(operatorRecipients).get()).id;
    }
    if (path.includes('/report-shares/')) {
      return first(store.db.select().from(reportShares).get()).id;
    }
    if (path.includes('/recipients/')) return first(store.db.select().from(recipients).get()).id;
    throw new Error(`the walk does not know what {id} of ${path} is`);
  }

  /** What is A's, and no viewer is to know. */
  secrets(): string[] {
    const { sqlite } = this.http.monitor.store;
    const found = sqlite
      .query<{ text: string }, [customer: number]>(
        `SELECT phone AS text FROM customers WHERE id = ?1
        UNION ALL SELECT key_code FROM activation_keys
          WHERE customer_id = ?1 AND key_code LIKE '_____-%'`,
      )
      .all(this.#things.customerA);
    return [sitePhone, ...found.map(({ text }) => text)];
  }

  /** How many rows were written so far. */
  countWrites(): number {
    const { sqlite } = this.http.monitor.store;
    return Number(sqlite.query('SELECT total_changes()').values()[0]?.[0]);
  }

  /** Everything stored but the counts of failed tries, as one text. */
  dump(): string {
    const writes = this.countWrites();
    if (this.#dumped?.writes !== writes) this.#dumped = { writes, text: this.#readAll() };
    return this.#dumped.text;
  }

  #readAll(): string {
    const { sqlite } = this.http.monitor.store;
    const tables = sqlite
      .query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
      .map(({ name }) => name)
      .filter((name) => name !== 'attempt_limits' && name !== 'sqlite_sequence');
    return tables
      .map((name) => `${name}: ${JSON.stringify(sqlite.query(`SELECT * FROM "${name}"`).values())}`)
      .join('\n');
  }
}
