/** Servers of NATS that speak TLS, and take in whom they know by a password or by a file of credentials. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { connectTo, Log, type LogAddress, whyUnreachable } from '../../src/cluster/log.ts';
import { Snapshots } from '../../src/cluster/snapshots.ts';
import { realTime } from '../../src/server/clock.ts';
import { tempDir } from '../support/temp-dir.ts';
import { beginLog, type NatsServer, startNats } from './nats.ts';

const { createAccount, createOperator, createUser } = nkeys;
type KeyPair = nkeys.KeyPair;

const dir = tempDir('guarded');
const at = (name: string) => join(dir, name);

function openssl(...args: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(['openssl', ...args], { cwd: dir });
  if (exitCode !== 0) throw new Error(stderr.toString());
}

/** An authority, and a certificate of all servers that it has signed. */
function makeCertificates(): void {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-days',
    '2',
    '-subj',
    '/CN=authority',
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
  );
  openssl('req', ...key, '-subj', '/CN=nats', '-keyout', 'server.key', '-out', 'server.csr');
  writeFileSync(
    at('names'),
    'subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n',
  );
  openssl(
    ...[
      'x509',
      '-req',
      '-in',
      'server.csr',
      '-CA',
      'ca.crt',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
    ],
    ...['-days', '2', '-extfile', 'names', '-out', 'server.crt'],
  );
}

const bare = (server: NatsServer, start: string) => `${start}${server.host}:${server.port}`;

/** What a machine does with the log, and with copies of the database. */
async function expectUsable(address: LogAddress): Promise<void> {
  const connection = await connectTo(address, 'test');
  try {
    const log = await Log.open(connection, address.name, realTime);
    await beginLog(log);
    expect(await log.append(Buffer.from('entry'), 0)).toBe(1);
    expect(await log.bounds()).toMatchObject({ first: 1, last: 1 });
    expect(await new Snapshots(connection, address.name).list()).toEqual([]);
    const databasePath = at('faiwatch.db');
    writeFileSync(databasePath, 'a database');
    const node = {
      log: address,
      name: 'one',
      address: null,
      version: '1',
      extras: null,
      dataDir: dir,
      databasePath,
    };
    await new Snapshots(connection, address.name).make(node, {
      lineage: 'l',
      seq: 1,
      id: 'i',
      epoch: 1,
    });
    expect(await new Snapshots(connection, address.name).list()).toEqual([1]);
  } finally {
    await connection.close();
  }
}

beforeAll(makeCertificates);

describe('with TLS and a password', () => {
  let nats: readonly NatsServer[];
  const addressOf = (password: string): LogAddress => ({
    servers: nats.map((server) => bare(server, `tls://faiwatch:${encodeURIComponent(password)}@`)),
    ...{ name: 'guarded', ca: at('ca.crt') },
  });

  beforeAll(async () => {
    const files = `cert_file: "${at('server.crt')}", key_file: "${at('server.key')}", ca_file: "${at('ca.crt')}"`;
    nats = await startNats(tempDir('guarded-nats'), '127.0.0.1', {
      machines: `tls { ${files} }\nauthorization { users: [{ user: faiwatch, password: "a long one" }] }`,
      servers: `tls { ${files}, verify: true }\nauthorization { user: route, password: "another long one" }`,
      as: 'route:another%20long%20one@',
    });
  }, 60_000);
  afterAll(() => Promise.all(nats.map((server) => server.end())));

  test('the log works', () => expectUsable(addressOf('a long one')), 30_000);

  test('what is wrong is told in words', async () => {
    expect(await whyUnreachable(addressOf('a wrong one'), 'test')).toContain('user and password');
    const { ca: _, ...unsigned } = addressOf('a long one');
    expect(await whyUnreachable(unsigned, 'test')).toContain('"cluster_ca" names who signed it');
  }, 30_000);
});

/** A token of NATS' own kind, as its tool nsc makes them. */
function sign(issuer: KeyPair, subject: KeyPair, nats: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = encode({ typ: 'JWT', alg: 'ed25519-nkey' });
  const claims = {
    ...{ jti: crypto.randomUUID(), iat: Math.floor(Date.now() / 1_000), name: 'test' },
    ...{ iss: issuer.getPublicKey(), sub: subject.getPublicKey(), nats: { version: 2, ...nats } },
  };
  const text = `${head}.${encode(claims)}`;
  return `${text}.${Buffer.from(issuer.sign(Buffer.from(text))).toString('base64url')}`;
}

describe('with credentials', () => {
  let nats: readonly NatsServer[];
  const addressOf = (file: string): LogAddress => ({
    servers: nats.map((server) => bare(server, 'nats://')),
    ...{ name: 'guarded', credentials: at(file) },
  });

  beforeAll(async () => {
    const [operator, account, system, user] = [
      createOperator(),
      createAccount(),
      createAccount(),
      createUser(),
    ];
    const any = { subs: -1, data: -1, payload: -1 };
    const limits = { ...any, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
    const disk = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
    const accounts = [
      [account, { ...limits, ...disk }],
      [system, limits],
    ] as const;
    const preload = accounts.map(
      ([one, its]) =>
        `${one.getPublicKey()}: ${sign(operator, one, { type: 'account', limits: its })}`,
    );
    nats = await startNats(tempDir('guarded-nats'), '127.0.0.1', {
      machines: `operator: ${sign(operator, operator, { type: 'operator' })}
system_account: ${system.getPublicKey()}
resolver: MEMORY
resolver_preload { ${preload.join('\n')} }`,
      ...{ servers: '', as: '' },
    });
    const seedOf = (one: KeyPair) => Buffer.from(one.getSeed()).toString();
    const keep = (file: string, of: KeyPair) =>
      writeFileSync(
        at(file),
        `-----BEGIN NATS USER JWT-----
${sign(account, of, { type: 'user', ...any })}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${seedOf(user)}
------END USER NKEY SEED------
`,
      );
    keep('right.creds', user);
    // The seed is another user's.
    keep('wrong.creds', createUser());
  }, 60_000);
  afterAll(() => Promise.all(nats.map((server) => server.end())));

  test('the log works', () => expectUsable(addressOf('right.creds')), 30_000);

  test('what is wrong is told in words', async () => {
    expect(await whyUnreachable(addressOf('wrong.creds'), 'test')).toContain(
      '"cluster_credentials"',
    );
  }, 30_000);
});
