/** A small world in which every call has something to act on, and somebody in each role to make it. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { desc, sql } from 'drizzle-orm';
import { z } from 'zod';
import { loadFleet } from '../../src/actions/fleet/load-fleet.ts';
import { createApiToken } from '../../src/actions/people/api-tokens.ts';
import { nameSession } from '../../src/actions/people/end-sessions.ts';
import { type TokenScope, tokenScopes } from '../../src/domain/people/token-scopes.ts';
import { apiRoutes } from '../../src/http/engine/api-routes.ts';
import type { Access, RouteSpec } from '../../src/http/engine/route.ts';
import { heartbeatSpec } from '../../src/http/fleet/device.ts';
import type { JsonSchema, OpenApiDocument, Operation } from '../../src/http/reference/openapi.ts';
import {
  contacts,
  outageCalendars,
  outages,
  plannedTimes,
  recipients,
  reportShares,
} from '../../src/store/alerts/tables.ts';
import { joinRequests } from '../../src/store/devices/join-request-tables.ts';
import { events } from '../../src/store/fleet/tables.ts';
import { findKey } from '../../src/store/keys/keys.ts';
import { notifications } from '../../src/store/outbox/tables.ts';
import { endAdminSessions } from '../../src/store/people/admins.ts';
import { listApiTokens, writeApiTokenUse } from '../../src/store/people/api-tokens.ts';
import { endCustomerSessions, findCustomer } from '../../src/store/people/customers.ts';
import { sessions } from '../../src/store/people/session-tables.ts';
import { operatorRecipients } from '../../src/store/system/tables.ts';
import { HttpWorld, makeAppOptions } from '../support/http-world.ts';
import { makeTestMonitor, openTestCopy, testActor } from '../support/monitor.ts';
import {
  deviceToken,
  firmwareWorld,
  lived,
  oneBackup,
  revokedToken,
  sitePhone,
  type Things,
} from './things.ts';

export const roles = [
  'nobody',
  'customer A',
  'customer B',
  /** Somebody whose chat the customer A lets log in, and who has not proven to be A. */
  'guest of A',
  'owner',
  'support',
  'viewer',
  'program',
  'scoped program',
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

const { body } = await new HttpWorld().get('/api/docs');
const document: OpenApiDocument = body;

/**
 * How a value breaks a schema of the document, as the document itself says it: without what the schema was made from.
 * @returns undefined if it fits
 */
export function findMisfit(schema: JsonSchema, value: unknown): string | undefined {
  const component = schema.$ref?.replace('#/components/schemas/', '');
  const whole = component === undefined ? schema : document.components.schemas[component];
  if (whole === undefined) throw new Error(`the document has no ${schema.$ref}`);
  const { error } = z.fromJSONSchema(whole).safeParse(value);
  return error && z.prettifyError(error);
}

/** Every call of the OpenAPI document, with the declaration it was made from. */
export async function readCalls(): Promise<Call[]> {
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

  /** As if the session of a token had just proven whose it is. */
  prove(token: string | undefined): void {
    const claims = token?.split('.')[1];
    if (claims === undefined) return;
    const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    this.http.monitor.proofs.note(sid, this.http.monitor.clock());
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
      case 'guest of A':
        return http.guest(this.#things.customerA);
      case 'owner':
        return this.#things.admin;
      case 'support':
      case 'viewer':
        return http.operator(role, role);
      case 'program':
        return this.program([]);
      case 'scoped program':
        return this.program(tokenScopes);
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

  /** A new API token of an owner's rights. */
  program(scopes: readonly TokenScope[]): string {
    const { monitor } = this.http;
    const name = `Program ${listApiTokens(monitor.store).length}`;
    const wanted = { name, role: 'owner', scopes, expiresAt: null } as const;
    const { token, row } = createApiToken(monitor, wanted, testActor, monitor.clock());
    // A call that is refused writes nothing, and so not when its token was used either.
    writeApiTokenUse(monitor.store, row.id, Date.parse('2100-01-01'));
    return token;
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
    if (name === 'version') return path.includes('map-file') ? '1795415000000-1' : '1.1.0';
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
    const phone = findCustomer(this.http.monitor.store, this.#things.customerA)?.phone ?? '';
    return [sitePhone, phone, ...this.keys()];
  }

  /** The keys of A. */
  keys(): string[] {
    const { sqlite } = this.http.monitor.store;
    const found = sqlite
      .query<{ code: string }, [customer: number]>(
        `SELECT key_code AS code FROM activation_keys
        WHERE customer_id = ?1 AND key_code LIKE '_____-%'`,
      )
      .all(this.#things.customerA);
    return found.map(({ code }) => code);
  }

  /** How many changes the audit log has, and how many things programs have left. */
  countTraces(): { readonly audited: number; readonly traces: number } {
    const { sqlite } = this.http.monitor.store;
    const [row] = sqlite
      .query<{ audited: number; traces: number }, []>(
        `SELECT (SELECT count(*) FROM audit_log) AS audited,
          (SELECT count(*) FROM api_token_traces) AS traces`,
      )
      .all();
    return row ?? { audited: 0, traces: 0 };
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
