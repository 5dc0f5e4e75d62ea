/**
 * An exchange with a phone that is a program of others: SIPp, as Debian has it (package sip-tester), with scenarios of
 * ours. It is strict: what comes otherwise than a scenario says is a fault.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../support/bot-world.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { sipAccount } from './fake-exchange.ts';
import { captureOf } from './key-capture.ts';
import { freeUdpPort, listensAtUdp } from './udp-ports.ts';

export type SippPhone =
  /** The exchange answers with this, such as `486 Busy Here`. */
  | { readonly does: 'ends'; readonly status: string }
  /** It sends the caller elsewhere, at the caller's expense. */
  | { readonly does: 'diverts'; readonly to: string }
  /** 180 for ever. */
  | { readonly does: 'rings' }
  /** Answers, and hangs up at once. */
  | { readonly does: 'drops' }
  /** Answers, and presses these keys. */
  | { readonly does: 'answers'; readonly keys: string }
  /** Answers and talks by itself, with sound by A-law. */
  | { readonly does: 'voice mail' };

export interface RunningSipp {
  readonly server: string;
  /** @returns the numbers that were called, and what came that should not; null: nothing did */
  stop(): Promise<{ readonly called: readonly string[]; readonly faults: string | null }>;
}

export const isSippThere = Bun.which('sipp') !== null;
/** It sends sound that was recorded past the system's ports. */
export const canSippTalk = isSippThere && process.getuid?.() === 0;
if (!isSippThere)
  console.log('  skipped: calls to SIPp, as it is not installed (scripts/setup test)');
else if (!canSippTalk) console.log('  skipped: keys that SIPp sends, which takes root');

export async function startSipp(phone: SippPhone): Promise<RunningSipp> {
  const folder = tempDir('sipp');
  const path = (name: string) => join(folder, name);
  writeFileSync(path('scenario.xml'), scenarioOf(phone, folder));
  const port = await freeUdpPort();
  const sipp = Bun.spawn(
    [
      ...['sipp', '-sf', path('scenario.xml'), '-i', '127.0.0.1', '-p', `${port}`],
      ...['-mp', `${await freeUdpPort()}`, '-nostdin', '-deadcall_wait', '0'],
      // A slow machine is no fault of what comes.
      ...['-watchdog_interval', '0'],
      ...['-trace_err', '-error_file', path('faults'), '-trace_logs', '-log_file', path('called')],
    ],
    { cwd: folder, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  );
  await until(() => sipp.exitCode !== null || listensAtUdp(port));
  return {
    server: `127.0.0.1:${port}`,
    async stop() {
      // It ends once its calls have.
      sipp.kill('SIGUSR1');
      const code = await sipp.exited;
      const called = read(path('called'))
        .split('\n')
        .filter((line) => line.startsWith('+'));
      const faults = read(path('faults'));
      return { called, faults: code === 0 && faults === '' ? null : `${code} ${faults}` };
    },
  };
}

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

const realm = 'Digest realm="sipp.test", nonce="47364c23432d2e131a5fb210812c", algorithm=MD5';

/** One scenario is for all that comes: whoever logs in, and whoever calls. */
function scenarioOf(phone: SippPhone, folder: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<scenario name="phone">
  <recv request="REGISTER" optional="true" next="log-in"/>
  <recv request="INVITE"/>
  ${reply('401 Unauthorized', { more: [`WWW-Authenticate: ${realm}, qop="auth"`], isFinal: true })}
  <recv request="INVITE" rrs="true">
    <action>
      ${proof}
      <ereg regexp="sip:([^@]*)@" search_in="msg" check_it="true" assign_to="all,number"/>
      ${['CSeq', 'From', 'To'].map(keep).join('\n      ')}
      <log message="[$number]"/>
    </action>
  </recv>
  <nop test="isProven" next="proven"/>
  ${reply('403 Forbidden', { isFinal: true, next: 'end' })}
  <label id="proven"/>
  ${actsOf(phone, folder)}
  <nop next="end"/>

  <label id="log-in"/>
  ${reply('401 Unauthorized', { more: [`WWW-Authenticate: ${realm}, qop="auth"`] })}
  <recv request="REGISTER"><action>${proof}</action></recv>
  <nop test="isProven" next="let-in"/>
  ${reply('403 Forbidden', { next: 'end' })}
  <label id="let-in"/>
  ${reply('200 OK', { more: ['[last_Contact:]'] })}
  <label id="end"/>
  <Reference variables="all,number,CSeq,From,To"/>
</scenario>
`;
}

function actsOf(phone: SippPhone, folder: string): string {
  switch (phone.does) {
    case 'ends':
      return reply(phone.status, { isFinal: true });
    case 'diverts':
      return reply('302 Moved', {
        more: [`Contact: ${phone.to.endsWith('>') ? phone.to : `<${phone.to}>`}`],
        isFinal: true,
      });
    case 'rings':
      return `${reply('180 Ringing', { more: [contact] })}
  <recv request="CANCEL"/>
  ${reply('200 OK')}
  ${reply('487 Request Terminated', { cseq: 'CSeq:[$CSeq]', isFinal: true })}`;
    case 'drops':
      return `${answer(0)}
  ${goodbye}`;
    case 'answers':
      return `${answer(0)}
  <pause milliseconds="600"/>
  ${phone.keys === '' ? '' : play(captureOf(phone.keys, folder))}
  <recv request="BYE"/>
  ${reply('200 OK')}`;
    case 'voice mail':
      return `${answer(8)}
  ${play('/usr/share/sip-tester/g711a.pcap')}
  <recv request="BYE"/>
  ${reply('200 OK')}`;
  }
}

const proof = `<verifyauth assign_to="isProven" username="${sipAccount.login}" password="${escapeXml(sipAccount.password)}"/>`;
/** Keeps what stands in a header of the call. */
function keep(header: string): string {
  return `<ereg regexp=" .*" search_in="hdr" header="${header}:" check_it="true" assign_to="${header}"/>`;
}

const contact = 'Contact: <sip:phone@[local_ip]:[local_port]>';

interface Reply {
  readonly more?: readonly string[];
  readonly body?: string;
  readonly cseq?: string;
  /** It ends a call that was not answered, or answers it: it is sent until it was noticed. */
  readonly isFinal?: true;
  readonly next?: string;
}

function reply(status: string, { more = [], body = '', cseq, isFinal, next }: Reply = {}): string {
  const headers = [
    ...['[last_Via:]', '[last_From:]', '[last_To:];tag=[pid]phone[call_number]'],
    ...['[last_Call-ID:]', cseq ?? '[last_CSeq:]', ...more],
    `Content-Length: ${body === '' ? 0 : '[len]'}`,
  ];
  const onward = next === undefined ? '' : ` next="${next}"`;
  const text = `SIP/2.0 ${status}\n${headers.join('\n')}\n\n${body}`;
  const send = (more: string) => `<send${more}><![CDATA[\n${text}\n]]></send>`;
  if (isFinal === undefined) return send(onward);
  return `${send(' retrans="500"')}\n  <recv request="ACK"${onward}/>`;
}

/** @param type of the sound: 0 is µ-law, 8 is A-law */
function answer(type: 0 | 8): string {
  const body = `v=0
o=- 1 1 IN IP4 [media_ip]
s=-
c=IN IP4 [media_ip]
t=0 0
m=audio [media_port] RTP/AVP ${type} 101
a=rtpmap:${type} ${type === 0 ? 'PCMU' : 'PCMA'}/8000
a=rtpmap:101 telephone-event/8000
a=sendrecv
`;
  return `${reply('180 Ringing', { more: [contact] })}
  <pause milliseconds="200"/>
  ${reply('200 OK', { more: [contact, 'Content-Type: application/sdp'], body, isFinal: true })}`;
}

const goodbye = `<send retrans="500"><![CDATA[
BYE [next_url] SIP/2.0
Via: SIP/2.0/UDP [local_ip]:[local_port];branch=[branch]
Max-Forwards: 70
From:[$To];tag=[pid]phone[call_number]
To:[$From]
Call-ID: [call_id]
CSeq: 1 BYE
Content-Length: 0

]]></send>
  <recv response="200"/>`;

function play(capture: string): string {
  return `<nop><action><exec play_pcap_audio="${capture}"/></action></nop>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
