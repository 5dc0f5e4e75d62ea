import { makeEmailChannel } from '../../../src/notify/channels/email/email-channel.ts';
import { type SmtpFault, smtpLogin, startFakeSmtp } from '../../fakes/smtp/fake-smtp.ts';
import type { ChannelBench, Failure } from '../bench.ts';

const mailboxes = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `som${number}@example.com`);

/** The port of the mail server. */
export const bench: ChannelBench<number> = {
  name: 'email',
  neverFails: { wait: 'a mail server says that it takes nothing now, but not for how long' },
  async open() {
    const smtp = await startFakeSmtp(mailboxes);
    return {
      at: smtp.port,
      addresses: mailboxes,
      arrived: () => smtp.mails.map(({ to, text }) => ({ address: to, text })),
      failNext: (failure) => smtp.failNext(faults[failure]),
      close: () => smtp.close(),
    };
  },
  connect: (port) =>
    makeEmailChannel({
      server: { host: '127.0.0.1', port, security: 'none', login: smtpLogin, ca: undefined },
      from: { name: 'FaiWatch', address: 'alerts@power.example' },
      linkTo: () => null,
    }),
};

const faults: Readonly<Record<Failure, SmtpFault>> = {
  wait: { at: 'RCPT', say: '451 4.7.1 Greylisted, try again later' },
  refused: { at: 'DATA', say: '554 5.7.1 Looks like spam' },
  gone: { at: 'RCPT', say: '550 5.1.1 No such user' },
  'answer lost': { at: 'answer' },
  unreachable: { at: 'MAIL', say: '421 4.3.2 Shutting down', thenCut: true },
};
