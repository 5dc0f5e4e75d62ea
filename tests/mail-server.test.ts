/** Mail through Exim of Debian: encrypted, logged in, into a mailbox; and what it refuses. Needs root. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { findFreePort, waitForPort } from '../scripts/bench/lib/ports.ts';
import { type Message, SendError } from '../src/notify/channel.ts';
import { makeEmailChannel } from '../src/notify/channels/email/email-channel.ts';
import type { MailServer } from '../src/notify/channels/email/mail-server.ts';
import { readMail, smtpLogin } from './fakes/smtp/fake-smtp.ts';
import { until } from './support/bot-world.ts';
import { tempDir } from './support/temp-dir.ts';

const exim = '/usr/sbin/exim4';
const canRun = process.getuid?.() === 0 && existsSync(exim);
const alert: Message = {
  ...{ kind: 'alert', language: 'th', heading: 'ไฟดับ', outageIds: [4], buttons: [] },
  html: '<b>ไฟดับ</b>\nร้านส้ม: 13:02',
};

describe.skipIf(!canRun)('Exim', () => {
  let folder: string;
  let port: number;
  let server: ReturnType<typeof Bun.spawn>;

  beforeAll(async () => {
    folder = tempDir('exim');
    port = findFreePort();
    run(
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      join(folder, 'key.pem'),
      '-out',
      join(folder, 'cert.pem'),
    );
    writeFileSync(join(folder, 'exim.conf'), configuration(folder, port));
    mkdirSync(join(folder, 'spool'));
    run('chown', '-R', 'Debian-exim:', folder);
    // Exim reads its configuration from what only root may write.
    run('chown', 'root', join(folder, 'exim.conf'));
    // It gives up root, and has to get through all folders above all the same.
    for (let above = folder; (statSync(above).mode & 0o7) === 0; above = dirname(above)) {
      chmodSync(above, 0o711);
    }
    server = Bun.spawn([exim, '-C', join(folder, 'exim.conf'), '-bdf'], {
      stdout: 'ignore',
      stderr: 'ignore',
    });
    await waitForPort(port, 20_000);
  }, 30_000);

  afterAll(async () => {
    server.kill();
    await server.exited;
  });

  const send = (to: string, over: Partial<MailServer> = {}) =>
    makeEmailChannel({
      server: {
        ...{ host: 'localhost', port, security: 'starttls', login: smtpLogin },
        ...{ ca: readFileSync(join(folder, 'cert.pem'), 'utf8'), ...over },
      },
      from: { name: 'ไฟ', address: 'alerts@power.example' },
      linkTo: () => null,
    }).send(to, alert, { retryKey: crypto.randomUUID() });

  test('takes a message over STARTTLS and puts it into the mailbox', async () => {
    const { externalId } = await send('som@example.com');
    const mailbox = join(folder, 'mail', 'new');
    await until(() => existsSync(mailbox) && readdirSync(mailbox).length > 0);
    const [name = ''] = readdirSync(mailbox);
    const raw = readFileSync(join(mailbox, name), 'latin1');
    const mail = readMail(raw, { from: '', to: '' });
    expect(mail.headers['message-id']).toBe(externalId ?? '');
    expect(mail.headers['received']).toContain('TLS1.');
    expect(mail.text).toContain('ร้านส้ม: 13:02');
    expect(mail.html).toContain('ร้านส้ม: 13:02');
  });

  test.each([
    ['a mailbox it does not have', 'nobody@example.com', {}, true, true],
    ['a wrong password', 'som@example.com', { login: { user: 'x', pass: 'y' } }, false, false],
    ['a certificate that nobody vouches for', 'som@example.com', { ca: undefined }, false, false],
  ] as const)('%s is told apart', async (_, to, over, permanent, isRecipientGone) => {
    const error = await send(to, over).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SendError);
    expect(error).toMatchObject({ permanent, isRecipientGone, isAmbiguous: false });
  });
});

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command[0]}: ${stderr}`);
}

const configuration = (folder: string, port: number) => `primary_hostname = localhost
spool_directory = ${folder}/spool
log_file_path = ${folder}/spool/%slog
pid_file_path = ${folder}/spool/pid
exim_user = Debian-exim
exim_group = Debian-exim
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
tls_advertise_hosts = *
auth_advertise_hosts = \${if def:tls_in_cipher {*}{}}
acl_smtp_rcpt = rcpt
never_users =
begin acl
rcpt:
  deny message = authentication required
    !authenticated = *
  accept local_parts = som
    domains = example.com
  deny message = 5.1.1 no such mailbox
begin routers
box:
  driver = accept
  transport = box
begin transports
box:
  driver = appendfile
  maildir_format
  directory = ${folder}/mail
  user = Debian-exim
  create_directory
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = \${if and{{eq{$auth2}{${smtpLogin.user}}}{eq{$auth3}{${smtpLogin.pass}}}}}
  server_set_id = $auth2
`;
