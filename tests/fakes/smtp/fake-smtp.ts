/**
 * A mail server that takes mail by the letter (RFC 5321, 5322) or not at all: nothing without a log-in, only
 * for mailboxes it has, only with the headers a message needs, and no line that a real one would cut.
 */
import { createServer, type Server, type Socket } from 'node:net';

export interface FakeMail {
  readonly from: string;
  readonly to: string;
  /** By lower-case name, unfolded. */
  readonly headers: Readonly<Record<string, string>>;
  /** The plain text. */
  readonly text: string;
  readonly html: string;
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[];
}

/** What may become of the next message. */
export type SmtpFault =
  /** The server says this at `at`, and hangs up if `thenCut`. */
  | { readonly at: 'MAIL' | 'RCPT' | 'DATA'; readonly say: string; readonly thenCut?: true }
  /** The message is taken, and the line is cut before that is said. */
  | { readonly at: 'answer' };

export const smtpLogin = { user: 'faiwatch', pass: 'open sesame' };

/** The settings of a server that sends its mail here. */
export function mailSettings({ port }: FakeSmtp) {
  return {
    FAIWATCH_EMAIL_HOST: '127.0.0.1',
    FAIWATCH_EMAIL_PORT: `${port}`,
    FAIWATCH_EMAIL_SECURITY: 'none',
    FAIWATCH_EMAIL_USER: smtpLogin.user,
    FAIWATCH_EMAIL_PASSWORD: smtpLogin.pass,
    FAIWATCH_EMAIL_FROM: 'alerts@power.example',
  };
}

export class FakeSmtp {
  readonly mails: FakeMail[] = [];
  readonly mailboxes: Set<string>;
  readonly #faults: SmtpFault[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  mostConnections = 0;
  port = 0;

  constructor(mailboxes: readonly string[]) {
    this.mailboxes = new Set(mailboxes);
    this.#server = createServer((socket) => this.#greet(socket));
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.port, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address === 'object' && address !== null) this.port = address.port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  failNext(fault: SmtpFault): void {
    this.#faults.push(fault);
  }

  /** The fault that the next message meets, if this is where. */
  #takeFault(at: SmtpFault['at']): SmtpFault | undefined {
    return this.#faults[0]?.at === at ? this.#faults.shift() : undefined;
  }

  #greet(socket: Socket): void {
    this.#sockets.add(socket);
    this.mostConnections = Math.max(this.mostConnections, this.#sockets.size);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => {});
    const session = { isGreeted: false, isIn: false, from: '', to: '', isData: false, buffer: '' };
    const say = (line: string) => socket.write(`${line}\r\n`);
    const failAt = (at: SmtpFault['at']): boolean => {
      const fault = this.#takeFault(at);
      if (fault === undefined) return false;
      if ('say' in fault) say(fault.say);
      if (fault.at === 'answer' || fault.thenCut) socket.end();
      return true;
    };
    const command = (line: string): void => {
      const [verb = ''] = line.toUpperCase().split(' ');
      const path = /:<([^<>\s]+)>/.exec(line)?.[1] ?? '';
      if (verb === 'EHLO') {
        session.isGreeted = true;
        say('250-fake.example');
        say('250-AUTH PLAIN');
        say('250-ENHANCEDSTATUSCODES');
        say('250 8BITMIME');
      } else if (verb === 'AUTH') {
        const given = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString();
        session.isIn = given === `\0${smtpLogin.user}\0${smtpLogin.pass}`;
        say(session.isIn ? '235 2.7.0 in' : '535 5.7.8 Username and Password not accepted');
      } else if (verb === 'MAIL') {
        if (!session.isGreeted) return void say('503 5.5.1 EHLO first');
        if (!session.isIn) return void say('530 5.7.0 Authentication required');
        if (failAt('MAIL')) return;
        Object.assign(session, { from: path, to: '' });
        say(path === '' ? '501 5.1.7 Bad sender' : '250 2.1.0 ok');
      } else if (verb === 'RCPT') {
        if (failAt('RCPT')) return;
        if (session.from === '' || session.to !== '') return void say('503 5.5.1 One recipient');
        if (!this.mailboxes.has(path)) return void say('550 5.1.1 No such user');
        session.to = path;
        say('250 2.1.5 ok');
      } else if (verb === 'DATA') {
        if (session.to === '') return void say('503 5.5.1 No recipient');
        session.isData = true;
        say('354 go on');
      } else if (verb === 'QUIT') {
        say('221 2.0.0 bye');
        socket.end();
      } else if (verb === 'RSET' || verb === 'NOOP') say('250 2.0.0 ok');
      else say('502 5.5.2 Unknown');
    };
    const take = (raw: string): void => {
      session.isData = false;
      if (failAt('DATA')) return;
      const wrong = faultOf(raw, session);
      if (wrong !== null) return void say(`554 5.6.0 ${wrong}`);
      this.mails.push(readMail(raw, session));
      if (!failAt('answer')) say('250 2.0.0 taken');
      Object.assign(session, { from: '', to: '' });
    };
    socket.on('data', (bytes) => {
      session.buffer += bytes.toString('latin1');
      for (;;) {
        const end = session.isData ? '\r\n.\r\n' : '\r\n';
        const at = session.buffer.indexOf(end);
        if (at < 0) return;
        const part = session.buffer.slice(0, at);
        session.buffer = session.buffer.slice(at + end.length);
        // A dot that begins a line is doubled on the way (RFC 5321 section 4.5.2).
        if (session.isData) take(part.replace(/^\./gm, ''));
        else command(part);
      }
    });
    say('220 fake.example ESMTP');
  }
}

export async function startFakeSmtp(mailboxes: readonly string[]): Promise<FakeSmtp> {
  const smtp = new FakeSmtp(mailboxes);
  await smtp.open();
  return smtp;
}

interface Envelope {
  readonly from: string;
  readonly to: string;
}

/** What a strict server has against a message; null: nothing. */
function faultOf(raw: string, { from, to }: Envelope): string | null {
  if (/(^|[^\r])\n/.test(raw)) return 'Bare line feed';
  if (raw.split('\r\n').some((line) => line.length > 998)) return 'Line too long';
  if (/\P{ASCII}/u.test(raw)) return 'Unencoded characters';
  const { headers } = splitPart(raw);
  for (const name of ['date', 'from', 'to', 'subject', 'message-id', 'mime-version']) {
    if (!headers[name]) return `No ${name}`;
  }
  if (!headers['from']?.includes(from)) return 'From is not the sender';
  if (!headers['to']?.includes(to)) return 'To is not the recipient';
  if (!/^<[^<>\s@]+@[^<>\s@]+>$/.test(headers['message-id'] ?? '')) return 'Bad Message-ID';
  if (Number.isNaN(Date.parse(headers['date'] ?? ''))) return 'Bad Date';
  // One click (RFC 8058) wants an address to post to.
  const oneClick = headers['list-unsubscribe-post'];
  const isUnsubscribe = /^<https:[^<>\s]+>/.test(headers['list-unsubscribe'] ?? '');
  if (oneClick !== undefined && (oneClick !== 'List-Unsubscribe=One-Click' || !isUnsubscribe)) {
    return 'Bad List-Unsubscribe';
  }
  return null;
}

/** Reads what lies in a mailbox or came over the line. */
export function readMail(raw: string, { from, to }: Envelope): FakeMail {
  const whole = splitPart(raw);
  const parts = leavesOf(whole);
  const isFile = ({ headers }: Part) => /^attachment/.test(headers['content-disposition'] ?? '');
  const textOf = (type: string) => {
    const part = parts.find(
      (one) => one.headers['content-type']?.startsWith(type) === true && !isFile(one),
    );
    return part === undefined ? '' : bytesOf(part).toString();
  };
  const files = parts.filter(isFile).map((part) => ({
    name: /filename="?([^";]+)"?/.exec(part.headers['content-disposition'] ?? '')?.[1] ?? '',
    bytes: bytesOf(part),
  }));
  const text = textOf('text/plain');
  return { from, to, headers: whole.headers, text, html: textOf('text/html'), files };
}

interface Part {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The parts of a message that have no parts themselves (RFC 2046 section 5.1). */
function leavesOf(part: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(part.headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) return [part];
  return part.body
    .split(`--${boundary}`)
    .flatMap((inner) => leavesOf(splitPart(inner.replace(/^\r?\n/, ''))));
}

function splitPart(raw: string): Part {
  const [head = '', ...rest] = raw.split(/\r?\n\r?\n/);
  const headers: Record<string, string> = {};
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [name = '', ...value] = line.split(':');
    headers[name.toLowerCase()] = value.join(':').trim();
  }
  return { headers, body: rest.join('\r\n\r\n') };
}

function bytesOf({ headers, body }: Part): Buffer {
  const encoding = headers['content-transfer-encoding'] ?? '7bit';
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body);
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
