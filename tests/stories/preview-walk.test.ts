/**
 * What the portal says would happen is what happens: contacts and planned times are saved over HTTP, the
 * loss is previewed, and then it comes, with the whole server by the clock of the test.
 */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isoTime } from '../../src/http/engine/iso-time.ts';
import { App } from '../support/app.ts';
import { logIntoPortal } from '../support/portal-calls.ts';
import { runs } from '../support/runs.ts';

const minuteMs = 60_000;
const walkedMinutes = 25;

const minutes = (min: number, max: number) => fc.integer({ min, max });
const period = fc.record({ from: minutes(-20, 10), lasts: minutes(1, 20) });

const someContact = fc.record({
  order: fc.constantFrom('together', 'in_turn'),
  afterMinutes: fc.constantFrom(0, 0, 1, 4, 9),
  quiet: fc.option(period),
  isWoken: fc.boolean(),
  isForSite: fc.constantFrom(true, true, false),
  chats: minutes(1, 2),
});

const walk = fc.record({
  /** Where it is noon, an hour before midnight, and midnight when the test begins. */
  timezone: fc.constantFrom('Asia/Bangkok', 'Etc/GMT+6', 'Etc/GMT+5'),
  contacts: fc.array(someContact, { minLength: 1, maxLength: 3 }),
  maintenance: fc.option(fc.record({ when: period, isWeekly: fc.boolean() }), { freq: 2 }),
  isRestarted: fc.boolean(),
});

interface Saved {
  readonly data: { readonly id: string };
}
interface Previewed {
  readonly data: {
    readonly lost_at: string;
    readonly messages: readonly {
      readonly recipient_id: number;
      readonly at: string;
      readonly is_in_turn: boolean;
    }[];
  };
}

async function play({ timezone, contacts, maintenance, isRestarted }: Walk) {
  await using app = await App.start({ env: { FAIWATCH_TIMEZONE: timezone } });
  const portal = await logIntoPortal(app);
  const device = await app.connect();
  const now = app.time.wallMs;
  // As soon as the clocks show another minute.
  const begin = Math.floor(now / minuteMs + 1) * minuteMs;
  const clock = (minute: number) =>
    new Date(begin + minute * minuteMs).toLocaleTimeString('en-GB', {
      ...{ timeZone: timezone, hour: '2-digit', minute: '2-digit' },
    });
  app.data.write('DELETE FROM recipients');
  for (const [index, contact] of contacts.entries()) {
    const { data } = (await portal('POST', '/api/customer/contacts', {
      name: `${index}`,
    })) as Saved;
    const recipientIds = Array.from({ length: contact.chats }, (_, place) => {
      const chat = `${7_000 + index * 10 + place}`;
      app.data.write(
        `INSERT INTO recipients (customer_id, channel, address, language, created_at)
         SELECT id, 'telegram', ?, 'en', 0 FROM customers`,
        chat,
      );
      const [row] = app.data.read<{ id: number }>('SELECT max(id) AS id FROM recipients');
      return row?.id;
    });
    const { quiet } = contact;
    await portal('PUT', `/api/customer/contacts/${data.id}`, {
      ...{ order: contact.order, after_minutes: contact.afterMinutes },
      quiet: quiet && {
        ...{ from: clock(quiet.from), to: clock(quiet.from + quiet.lasts) },
        wakes: contact.isWoken ? ['alert'] : [],
      },
      device_ids: contact.isForSite ? null : [],
      recipient_ids: recipientIds,
    });
  }
  if (maintenance !== null) {
    const { from, lasts } = maintenance.when;
    await portal('POST', '/api/customer/planned-times', {
      note: '',
      starts_at: isoTime(begin + from * minuteMs),
      // What is over cannot be planned.
      ends_at: isoTime(begin + Math.max(from + lasts, 1) * minuteMs),
      is_weekly: maintenance.isWeekly,
    });
  }
  const [site] = app.data.read<{ id: string }>('SELECT device_id AS id FROM devices');
  const path = `/api/customer/contacts/preview?device_id=${site?.id}&time=${clock(0)}`;
  const { data: preview } = (await portal('GET', path)) as Previewed;
  expect(preview.lost_at).toBe(isoTime(begin));
  const minuteOf = (at: number) => Math.floor((at - begin) / minuteMs);
  const foreseen = preview.messages
    .filter((message) => !message.is_in_turn)
    .map((message) => ({ id: message.recipient_id, minute: minuteOf(Date.parse(message.at)) }))
    .filter(({ minute }) => minute < walkedMinutes);

  await app.advance(`${(begin - app.time.wallMs) / 1000} s`);
  await device.losesMains();
  await app.advance('30 s');
  if (isRestarted) await app.restart('1 s');
  await app.advance(`${walkedMinutes} min`);
  const said = app.data
    .read<{ id: number; at: number }>(
      `SELECT r.id, n.sent_at AS at FROM notifications n
       JOIN recipients r ON r.channel = n.channel AND r.address = n.recipient
       WHERE n.kind = 'alert' AND n.status = 'sent'`,
    )
    .map(({ id, at }) => ({ id, minute: minuteOf(at) }))
    .filter(({ minute }) => minute < walkedMinutes);
  const inOrder = (list: typeof said) =>
    list.toSorted((a, b) => a.minute - b.minute || a.id - b.id);
  expect(inOrder(said)).toEqual(inOrder(foreseen));
}
type Walk = typeof walk extends fc.Arbitrary<infer Value> ? Value : never;

/** Nobody is hastened by somebody who sleeps, nor the second chat before the first. */
const sleeperFirst: Walk = {
  timezone: 'Asia/Bangkok',
  contacts: [
    {
      ...{ order: 'together', afterMinutes: 0, quiet: { from: 0, lasts: 3 }, isWoken: false },
      ...{ isForSite: true, chats: 1 },
    },
    {
      ...{ order: 'in_turn', afterMinutes: 4, quiet: null, isWoken: false },
      ...{ isForSite: true, chats: 2 },
    },
  ],
  maintenance: null,
  isRestarted: false,
};

/** In the morning the second chat still waits for the first. */
const bothAsleep: Walk = {
  ...sleeperFirst,
  contacts: [
    {
      ...{ order: 'in_turn', afterMinutes: 0, quiet: { from: 0, lasts: 2 }, isWoken: false },
      ...{ isForSite: true, chats: 2 },
    },
  ],
};

/** A step of a minute is taken at its minute, not along with the look at whether the first were reached. */
const minuteStep: Walk = {
  ...sleeperFirst,
  contacts: [
    {
      ...{ order: 'together', afterMinutes: 1, quiet: null, isWoken: false },
      ...{ isForSite: true, chats: 1 },
    },
    {
      ...{ order: 'together', afterMinutes: 0, quiet: null, isWoken: false },
      ...{ isForSite: true, chats: 1 },
    },
  ],
};

test('the preview of any household is what happens to it', async () => {
  await fc.assert(fc.asyncProperty(walk, play), {
    numRuns: runs(6),
    examples: [[sleeperFirst], [bothAsleep], [minuteStep]],
  });
}, 120_000);
