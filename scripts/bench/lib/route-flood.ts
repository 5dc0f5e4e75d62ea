/**
 * Every call of the list, asked many times at once by whoever may make it most cheaply, while a board that has
 * nothing to do with it sends heartbeats.
 */
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { z } from 'zod';
import { readLines } from './child-lines.ts';
import type { Credential } from './credentials.ts';
import { timeHeartbeats } from './flood.ts';

export const askedSchema = z.object({
  url: z.url(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
  times: z.int(),
});

const access = z.enum([
  ...(['public', 'device', 'customer', 'account', 'viewer', 'support', 'owner'] as const),
  'metrics',
]);

const operationSchema = z.looseObject({
  'x-access': access,
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        required: z.boolean().default(false),
        example: z.unknown().optional(),
      }),
    )
    .default([]),
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ example: z.unknown() })) })
    .optional(),
});
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});
type Operation = z.output<typeof operationSchema>;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export interface RouteTimes {
  /** `GET /api/customers` */
  readonly route: string;
  /** The slowest heartbeat beside it, in ms. */
  readonly worstMs: number;
  /** How often each status was answered; 0 is none in time. */
  readonly answered: Readonly<Record<string, number>>;
}

export interface RouteFloodOptions {
  /** Without a slash at the end. */
  readonly url: string;
  readonly databasePath: string;
  readonly password: string;
  /** Its customer makes customers' calls, and it is what calls are about. */
  readonly asked: Credential;
  /** Of another customer. */
  readonly board: Credential;
  readonly times: number;
  /** Calls that change nothing only. */
  readonly isReadOnly: boolean;
  readonly onRoute: (times: RouteTimes) => void;
}

/** After these, nobody could log in. */
const last = ['PUT /api/settings/security', 'POST /api/customers/{id}/erase'];

/** What changes nothing comes first, and what operators may change last: it can end the customer's log-in. */
function rank(call: Call): number {
  if (last.includes(nameOf(call))) return 3;
  if (call.method === 'GET') return 0;
  return ['viewer', 'support', 'owner'].includes(call.operation['x-access']) ? 2 : 1;
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`;

/**
 * @returns one entry for each call, in the order in which they were made
 * @throws Error when somebody can no longer log in
 */
export async function floodRoutes(options: RouteFloodOptions): Promise<RouteTimes[]> {
  const { url, board, times, isReadOnly, onRoute } = options;
  const document = documentSchema.parse(await (await fetch(`${url}/api/docs/openapi.json`)).json());
  const calls = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    )
    .filter(({ method }) => !isReadOnly || method === 'GET')
    .toSorted((a, b) => rank(a) - rank(b));
  const people = new People(options);
  const fill = readThings(options, await people.makeOperator());

  const asker = Bun.spawn([process.execPath, join(import.meta.dir, 'route-asker.ts')], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const said = readLines(asker.stdout);
  const outcomes: RouteTimes[] = [];
  try {
    for (const call of calls) {
      const token = await people.tokenFor(call.operation['x-access']);
      const example = call.operation.requestBody?.content['application/json']?.example;
      const body = example === undefined ? null : JSON.stringify(example);
      const asked: z.output<typeof askedSchema> = {
        ...{ url: `${url}${fill(call)}`, method: call.method, body, times },
        headers: {
          ...(token !== null && { Authorization: `Bearer ${token}` }),
          ...(body !== null && { 'Content-Type': 'application/json' }),
        },
      };
      asker.stdin.write(`${JSON.stringify(asked)}\n`);
      await asker.stdin.flush();
      let isAnswered = false;
      const answer = said.next().finally(() => {
        isAnswered = true;
      });
      const beats: number[] = [];
      do beats.push(...(await timeHeartbeats(url, board.device_token, 100)));
      while (!isAnswered);
      const outcome = {
        route: nameOf(call),
        worstMs: Math.max(...beats),
        answered: z.record(z.string(), z.number()).parse(JSON.parse((await answer).value ?? '')),
      };
      outcomes.push(outcome);
      onRoute(outcome);
    }
  } finally {
    await asker.stdin.end();
    await asker.exited;
  }
  return outcomes;
}

/** Those who make calls. Some calls end sessions, so each is looked at before it is used. */
class People {
  readonly #options: RouteFloodOptions;
  readonly #tokens = new Map<'operator' | 'customer', string>();
  #loggedInAt = 0;

  constructor(options: RouteFloodOptions) {
    this.#options = options;
  }

  async tokenFor(wanted: z.output<typeof access>): Promise<string | null> {
    if (wanted === 'public') return null;
    if (wanted === 'device') return this.#options.asked.device_token;
    return this.#session(wanted === 'customer' || wanted === 'account' ? 'customer' : 'operator');
  }

  /** Somebody whose account calls may change. @returns the id */
  async makeOperator(): Promise<number> {
    const call = json({ username: 'flooded', operator_role: 'viewer' });
    const Authorization = `Bearer ${await this.#session('operator')}`;
    const answer = await fetch(`${this.#options.url}/api/operators`, {
      ...call,
      headers: { ...call.headers, Authorization },
    });
    const { data } = (await answer.json()) as { readonly data?: { readonly id: number } };
    if (data === undefined) throw new Error(`No operator was made: ${answer.status}`);
    return data.id;
  }

  async #session(who: 'operator' | 'customer'): Promise<string> {
    const { url } = this.#options;
    const known = this.#tokens.get(who);
    // What asks for a proof takes one of five minutes at most.
    const isFresh = performance.now() - this.#loggedInAt < 240_000;
    if (known !== undefined && isFresh) {
      const headers = { Authorization: `Bearer ${known}` };
      const answer = await fetch(`${url}/api/account/sessions`, { headers });
      await answer.arrayBuffer();
      if (answer.status !== 401) return known;
    }
    if (!isFresh) this.#tokens.clear();
    this.#loggedInAt = performance.now();
    const token = await this.#logIn(who);
    this.#tokens.set(who, token);
    return token;
  }

  async #logIn(who: 'operator' | 'customer'): Promise<string> {
    const { url, password, databasePath, asked } = this.#options;
    let path = '/api/auth/login';
    let body: object = { username: 'admin', password };
    if (who === 'customer') {
      using database = new Database(databasePath, { readonly: true });
      const row = database
        .query<{ phone: string; activationKey: string }, [string]>(
          `SELECT phone, key_code AS activationKey FROM activation_keys k
          JOIN customers c ON c.id = k.customer_id JOIN devices d ON d.id = k.device_row
          WHERE device_id = ?`,
        )
        .get(asked.device_id);
      path = '/api/auth/customer-login';
      body = row ?? {};
    }
    const answer = await fetch(`${url}${path}`, json(body));
    const { token } = (await answer.json()) as { readonly token?: string };
    if (token === undefined) throw new Error(`The ${who} cannot log in: ${answer.status}`);
    return token;
  }
}

function json(body: object) {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** What takes the places in paths. */
function readThings({ databasePath, asked }: RouteFloodOptions, operator: number) {
  using database = new Database(databasePath, { readonly: true });
  const row = database
    .query<{ keyCode: string; ref: string; phone: string; customer: number }, [string]>(
      `SELECT key_code AS keyCode, ref, phone, c.id AS customer FROM activation_keys k
      JOIN customers c ON c.id = k.customer_id JOIN devices d ON d.id = k.device_row
      WHERE device_id = ?`,
    )
    .get(asked.device_id);
  if (row === null) throw new Error(`${asked.device_id} has no key`);
  const values: Readonly<Record<string, string>> = {
    ...{ keyCode: row.keyCode, ref: row.ref, phone: row.phone, board: 's2-mini' },
    ...{ step: 'timezone', setting: 'timezone', version: '1.1.0', file: 'app.bin' },
  };
  const idOf = (path: string): string => {
    if (path.includes('/devices/')) return asked.device_id;
    if (path.includes('/customers/')) return `${row.customer}`;
    return path.includes('/operators/') ? `${operator}` : '1';
  };
  return ({ path, operation }: Call): string => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(name === 'id' ? idOf(path) : (values[name] ?? '1')),
    );
    const query = operation.parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name, example }) => `${name}=${encodeURIComponent(`${example}`)}`);
    return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
  };
}
