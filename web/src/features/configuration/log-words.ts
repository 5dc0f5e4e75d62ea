import type { TFunction } from 'i18next';
import type { LogLine } from '../../components/serial/log-panel.tsx';
import { describeProblem, nameSubject } from './problem-words.ts';
import type { LogContent, LogEntry } from './session/log.ts';

const notes = {
  connecting: 'flash.note.connecting',
  connected: 'flash.note.connected',
  disconnected: 'flash.note.disconnected',
  probing: 'flash.note.probing',
  resetting: 'flash.note.resetting',
  reset_failed: 'flash.note.reset_failed',
  lost: 'flash.note.lost',
  returned: 'flash.note.returned',
  reading_again: 'flash.note.reading_again',
  configuring: 'flash.note.configuring',
  repeating: 'flash.note.repeating',
  sending_blind: 'flash.note.sending_blind',
  configured: 'flash.note.configured',
  checked: 'flash.note.checked',
  online: 'flash.note.online',
} as const;

const signs = {
  wifi_connected: 'flash.sign.wifi_connected',
  wifi_failed: 'flash.sign.wifi_failed',
  server_online: 'flash.sign.server_online',
  server_refused: 'flash.sign.server_refused',
  server_unreachable: 'flash.sign.server_unreachable',
  config_saved: 'flash.sign.config_saved',
  led_on: 'flash.sign.led_on',
  led_off: 'flash.sign.led_off',
  download_mode: 'flash.sign.download_mode',
  no_firmware: 'flash.sign.no_firmware',
} as const;

/** An entry of the log in the language of the page; what went over the cable stays as it was. */
export function toLogLine({ id, at, type, content }: LogEntry, t: TFunction): LogLine {
  const isOverCable = content.kind === 'sent' || content.kind === 'received';
  return {
    id,
    at,
    type,
    direction: isOverCable ? content.kind : null,
    text: describeContent(content, t),
  };
}

function describeContent(content: LogContent, t: TFunction): string {
  switch (content.kind) {
    case 'note':
      return t(notes[content.note], { step: nameSubject(content.subject, t) });
    case 'problem':
      return describeProblem(content.problem, t).title;
    case 'sign':
      return t(signs[content.sign]);
    case 'sent':
    case 'received':
      return content.line;
  }
}
