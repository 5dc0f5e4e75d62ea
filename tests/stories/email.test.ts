/** Customers on e-mail: they confirm an address, are told, acknowledge and leave, all by links in messages. */
import { expect, test } from 'bun:test';
import {
  type FakeMail,
  type FakeSmtp,
  mailSettings,
  startFakeSmtp,
} from '../fakes/smtp/fake-smtp.ts';
import { App } from '../support/app.ts';
import { until } from '../support/bot-world.ts';
import { logIntoPortal, type PortalCall } from '../support/portal-calls.ts';

const som = 'som@example.com';
const other = 'other@example.com';

interface World extends AsyncDisposable {
  readonly app: App;
  readonly smtp: FakeSmtp;
  readonly portal: PortalCall;
}

async function open(): Promise<World> {
  const smtp = await startFakeSmtp([som, other]);
  const app = await App.start({
    env: {
      ...mailSettings(smtp),
      FAIWATCH_PUBLIC_URL: 'https://power.example',
    },
  });
  const portal = await logIntoPortal(app);
  return {
    ...{ app, smtp, portal },
    async [Symbol.asyncDispose]() {
      await smtp.close();
      await app[Symbol.asyncDispose]();
    },
  };
}

/** The links in a message, on the server of the test. */
function linksIn({ app }: World, { text }: FakeMail): string[] {
  return (text.match(/https:\S+/g) ?? []).map((link) =>
    link.replace('https://power.example', app.url),
  );
}

async function lastMail({ smtp }: World, count: number): Promise<FakeMail> {
  await until(() => smtp.mails.length >= count);
  const mail = smtp.mails.at(-1);
  if (mail === undefined) throw new Error('nothing came');
  return mail;
}

const press = async ({ app }: World, link = '') => {
  const answer = await fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
  await app.settle();
  return answer.status;
};

async function connect(world: World): Promise<void> {
  await world.portal('POST', '/api/customer/email', { address: som });
  const [confirm] = linksIn(world, await lastMail(world, 1));
  expect(await press(world, confirm)).toBe(200);
  await world.app.advance('3 s');
}

const addresses = ({ app }: World) =>
  app.data
    .read<{ address: string }>("SELECT address FROM recipients WHERE channel = 'email'")
    .map(({ address }) => address);

test('an address is told nothing until its reader agrees; opening the link is not agreeing', async () => {
  await using world = await open();
  const { app, smtp, portal } = world;
  await portal('POST', '/api/customer/email', { address: som });
  const mail = await lastMail(world, 1);
  expect(mail.headers['list-unsubscribe']).toBeUndefined();
  const [confirm = ''] = linksIn(world, mail);
  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  const page = await fetch(confirm, { headers: { Accept: 'text/html' }, redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toEqual([
    303,
    `/customer/link#${new URL(confirm).searchParams.get('ticket')}`,
  ]);
  expect(await (await fetch(confirm)).json()).toMatchObject({
    data: { do: 'confirm', address: som },
  });
  expect(addresses(world)).toEqual([]);
  expect(smtp.mails).toHaveLength(1);
  expect(await press(world, confirm)).toBe(200);
  expect(addresses(world)).toEqual([som]);
  // The new recipient hears of the outage that goes on.
  await app.advance('5 s');
  expect((await lastMail(world, 2)).headers['references']).toMatch(/^<outage-\d+@power\.example>$/);
  expect(await press(world, confirm)).toBe(404);
});

test('an address that was removed is not brought back by an older question', async () => {
  await using world = await open();
  const { app, portal } = world;
  for (const count of [1, 2]) {
    await portal('POST', '/api/customer/email', { address: som });
    await lastMail(world, count);
  }
  const [older, newer] = world.smtp.mails.map((mail) => linksIn(world, mail)[0]);
  expect(await press(world, newer)).toBe(200);
  const [row] = app.data.read<{ id: number }>("SELECT id FROM recipients WHERE channel = 'email'");
  await portal('DELETE', `/api/customer/recipients/${row?.id}`);
  expect(await press(world, older)).toBe(404);
  expect(await press(world, newer)).toBe(404);
  expect(addresses(world)).toEqual([]);
});

test('a question of one account moves no address that belongs to another', async () => {
  await using world = await open();
  const { app, portal } = world;
  await portal('POST', '/api/customer/email', { address: som });
  const [confirm] = linksIn(world, await lastMail(world, 1));
  app.data.write(
    "INSERT INTO customers (name, phone, created_at) VALUES ('Nok', '+66811111111', 0)",
  );
  const owner = "SELECT id FROM customers WHERE name = 'Nok'";
  app.data.write(
    `INSERT INTO recipients (customer_id, channel, address, created_at) VALUES ((${owner}), 'email', ?, 0)`,
    som,
  );
  expect(await press(world, confirm)).toBe(409);
  expect(app.data.read(`SELECT address FROM recipients WHERE customer_id = (${owner})`)).toEqual([
    { address: som },
  ]);
});

test('an outage is one conversation, and is acknowledged by a link for it alone', async () => {
  await using world = await open();
  const { app, smtp } = world;
  await connect(world);
  const before = smtp.mails.length;
  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  const alert = await lastMail(world, before + 1);
  expect(alert.headers['auto-submitted']).toBe('auto-generated');
  expect(alert.html).not.toMatch(/<img|src=|@import|url\(/);
  const [acknowledge = ''] = linksIn(world, alert);
  await fetch(acknowledge, { headers: { Accept: 'text/html' }, redirect: 'manual' });
  expect(app.data.read('SELECT acknowledged_by FROM outages')).toEqual([{ acknowledged_by: null }]);
  expect(await press(world, acknowledge)).toBe(200);
  expect(app.data.read('SELECT acknowledged_by FROM outages')).toEqual([{ acknowledged_by: som }]);
  await device.regainsMains();
  await app.advance('3 min');
  const recovery = await lastMail(world, before + 2);
  const { references } = alert.headers;
  expect(references).toBeString();
  expect([recovery.headers['references'], recovery.headers['in-reply-to']]).toEqual([
    references,
    references,
  ]);
});

test('one click ends the mail to that address, without another word', async () => {
  await using world = await open();
  const { app, smtp } = world;
  await connect(world);
  const device = await app.connect();
  await device.losesMains();
  await app.advance('10 s');
  const { headers } = await lastMail(world, 2);
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const stop = /<(.+)>/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? '';
  expect(await press(world, stop.replace('https://power.example', app.url))).toBe(200);
  expect(addresses(world)).toEqual([]);
  const sent = smtp.mails.length;
  await device.regainsMains();
  await app.advance('10 min');
  expect(smtp.mails).toHaveLength(sent);
});

test('nobody’s mailbox is filled with questions', async () => {
  await using world = await open();
  const { smtp, portal } = world;
  const ask = (address: string) => portal('POST', '/api/customer/email', { address });
  for (const address of [som, som, som]) await ask(address);
  smtp.mailboxes.add('SOM+1@example.com');
  await expect(ask('SOM+1@example.com')).rejects.toThrow('429');
  await ask(other);
  await ask(other);
  await expect(ask(other)).rejects.toThrow('429');
  expect(smtp.mails).toHaveLength(5);
});

test('a mailbox that is not there is said to whoever typed it', async () => {
  await using world = await open();
  await expect(
    world.portal('POST', '/api/customer/email', { address: 'nobody@example.com' }),
  ).rejects.toThrow('400');
  expect(world.smtp.mails).toEqual([]);
});
