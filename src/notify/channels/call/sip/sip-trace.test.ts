import { expect, test } from 'bun:test';
import { SipTrace } from './sip-trace.ts';

const address = 'sip:+66812345678@sip.example.com';

function read(text: string, cutAt = text.length): string[] {
  const diverted: string[] = [];
  const trace = new SipTrace((words) => diverted.push(words));
  trace.dial(address);
  trace.read(text.slice(0, cutAt));
  trace.read(text.slice(cutAt));
  return diverted;
}

const message = (...lines: string[]) =>
  `\u001b[36;1m#\nUDP 192.0.2.2:5060 -> 192.0.2.3:5060\n${lines.join('\r\n')}\r\n\r\n\u001b[;m\n`;
const invite = message(`INVITE ${address};transport=udp SIP/2.0`, 'Call-ID: 5ef66a522a372d59');
const moved = (callId: string, contact: string) =>
  message('SIP/2.0 302 Moved', `Call-ID: ${callId}`, `Contact: ${contact}`);

const elsewhere = '<sip:+66190000000@sip.example.com>';
const own = '5ef66a522a372d59';

test('a call that is sent to somebody else is noticed, wherever the text is cut', () => {
  const text = `baresip is ready.\n${invite}${moved(own, elsewhere)}`;
  for (let at = 0; at < text.length; at += 1) expect(read(text, at)).toEqual(['302 Moved']);
});

test.each([
  ['one that names nobody', invite + message('SIP/2.0 300 Choose', `i:${own}`), ['300 Choose']],
  ['a machine of the same exchange', invite + moved(own, '<sip:+66812345678@192.0.2.9>'), []],
  ['an answer to another call', invite + moved('another', elsewhere), []],
  ['an answer to none', moved(own, elsewhere), []],
  ['a refusal', invite + message('SIP/2.0 486 Busy', `Call-ID: ${own}`), []],
])('%s: %#', (_, text, diverted) => {
  expect(read(text)).toEqual(diverted);
});

test('what a stranger sends before teaches it no other call', () => {
  const strange = message(`INVITE sip:66@192.0.2.2 SIP/2.0`, 'Call-ID: strange');
  expect(read(strange + moved('strange', elsewhere))).toEqual([]);
  expect(read(strange + invite + moved('strange', elsewhere))).toEqual([]);
});
