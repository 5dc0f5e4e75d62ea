import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type FakeSmtp, smtpLogin, startFakeSmtp } from '../../../../tests/fakes/smtp/fake-smtp.ts';
import { type Message, SendError } from '../../channel.ts';
import { makeEmailChannel } from './email-channel.ts';
import type { MailServer } from './mail-server.ts';

let smtp: FakeSmtp;
const som = 'som@example.com';
const retryKey = '123e4567-e89b-12d3-a456-426614174000';
const alert: Message = {
  ...{ kind: 'alert', language: 'th', heading: 'ไฟดับ', outageIds: [4, 5] },
  html: '<b>ไฟดับ</b>\n<b>Som &amp; Sons</b>: 13:02',
  buttons: [
    { text: 'รับทราบ', action: 'ack', id: '12' },
    { text: 'ปิดเสียง', action: 'mute', id: '12' },
  ],
};

beforeEach(async () => {
  smtp = await startFakeSmtp([som]);
});
afterEach(() => smtp.close());

const channelOf = (server: Partial<MailServer> = {}, publicUrl = 'https://power.example') =>
  makeEmailChannel({
    server: {
      ...{ host: '127.0.0.1', port: smtp.port, security: 'none', ca: undefined },
      ...{ login: smtpLogin, ...server },
    },
    from: { name: 'ไฟ', address: 'alerts@power.example' },
    linkTo: (action) => `${publicUrl}/?do=${action.do}&to=${action.address}`,
  });
const send = (channel = channelOf(), message = alert, to = som) =>
  channel.send(to, message, { retryKey });

async function failureOf(sending: Promise<unknown>): Promise<SendError> {
  const error = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SendError)) throw new Error(`expected a SendError, got ${error}`);
  expect(Bun.inspect(error)).not.toContain(smtpLogin.pass);
  return error;
}

test('a message arrives as text and as a page, with its conversation in its headers', async () => {
  const receipt = await send();
  expect(receipt.externalId).toBe(`<${retryKey}@power.example>`);
  const [mail] = smtp.mails;
  expect(mail?.headers).toMatchObject({
    'message-id': `<${retryKey}@power.example>`,
    'in-reply-to': '<outage-4@power.example>',
    references: '<outage-4@power.example> <outage-5@power.example>',
    'auto-submitted': 'auto-generated',
    'list-unsubscribe': `<https://power.example/?do=stop&to=${som}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  });
  expect(mail?.text.replaceAll('\r\n', '\n')).toStartWith(
    `ไฟดับ\nSom & Sons: 13:02\n\nรับทราบ:\nhttps://power.example/?do=acknowledge&to=${som}\n`,
  );
  // No link can mute, so there is no word of it.
  expect(mail?.html).not.toContain('ปิดเสียง');
  expect(mail?.html).toContain('lang="th"');
  expect(mail?.html).toContain('<b>Som &amp; Sons</b>');
});

test('a service without https has a link that stops its mails, which no program presses by itself', async () => {
  await send(channelOf({}, 'http://power.example'));
  const [mail] = smtp.mails;
  expect(mail?.headers['list-unsubscribe']).toBe(`<http://power.example/?do=stop&to=${som}>`);
  expect(mail?.headers['list-unsubscribe-post']).toBeUndefined();
});

test('what is typed from outside adds no header', async () => {
  await send(channelOf(), { ...alert, heading: 'x\r\nBcc: other@example.com' });
  expect(smtp.mails).toHaveLength(1);
  expect(smtp.mails[0]?.headers['bcc']).toBeUndefined();
});

test.each([
  ['a mailbox that is not there', 'RCPT', '550 5.1.1 No such user', true, true],
  ['a mailbox that is not there, by a server without codes', 'RCPT', '550 No', true, true],
  ['what the server will not pass on', 'RCPT', '550 5.7.1 Relaying denied', true, false],
  ['a mailbox that is full', 'RCPT', '452 4.2.2 Mailbox full', false, false],
  ['what looks like spam', 'DATA', '554 5.7.1 Spam', true, false],
  ['a sender that is not allowed', 'MAIL', '553 5.7.1 Not your address', false, false],
] as const)('%s', async (_, at, say, permanent, isRecipientGone) => {
  smtp.failNext({ at, say });
  const error = await failureOf(send());
  expect(error).toMatchObject({ permanent, isRecipientGone, isAmbiguous: false });
  expect(error.message).toBe(`SMTP: ${say}`);
});

test('a refused log-in is not the fault of the message', async () => {
  const error = await failureOf(send(channelOf({ login: { user: 'x', pass: 'y' } })));
  expect(error).toMatchObject({ permanent: false, isRecipientGone: false, isAmbiguous: false });
  expect(error.message).toBe('SMTP: 535 5.7.8 Username and Password not accepted');
});

test('a lost answer may have been a delivery; a connection that was never made cannot', async () => {
  smtp.failNext({ at: 'answer' });
  expect(await failureOf(send())).toMatchObject({ permanent: false, isAmbiguous: true });
  const channel = channelOf();
  await smtp.close();
  expect(await failureOf(send(channel))).toMatchObject({ permanent: false, isAmbiguous: false });
  await smtp.open();
});

test('many messages share a few connections', async () => {
  const channel = channelOf();
  await Promise.all(Array.from({ length: 30 }, () => send(channel)));
  expect(smtp.mails).toHaveLength(30);
  expect(smtp.mostConnections).toBeLessThanOrEqual(3);
});

test('without encryption where it is demanded, nothing is said', async () => {
  const error = await failureOf(send(channelOf({ security: 'starttls' })));
  expect(error).toMatchObject({ permanent: false, isAmbiguous: false });
  expect(smtp.mails).toEqual([]);
});
