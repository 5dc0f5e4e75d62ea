import type { TFunction } from 'i18next';
import type { LogLine } from '../../components/serial/log-panel.tsx';
import { describeProblem, nameSubject } from './problem-words.ts';
import type { LogContent, LogEntry } from './session/log.ts';

const notes = {
  connecting: 'configure.note.connecting',
  connected: 'configure.note.connected',
  disconnected: 'configure.note.disconnected',
  probing: 'configure.note.probing',
  resetting: 'configure.note.resetting',
  reset_failed: 'configure.note.reset_failed',
  lost: 'configure.note.lost',
  returned: 'configure.note.returned',
  reading_again: 'configure.note.reading_again',
  configuring: 'configure.note.configuring',
  repeating: 'configure.note.repeating',
  sending_blind: 'configure.note.sending_blind',
  configured: 'configure.note.configured',
  checked: 'configure.note.checked',
  online: 'configure.note.online',
} as const;

const signs = {
  wifi_connected: 'configure.sign.wifi_connected',
  wifi_failed: 'configure.sign.wifi_failed',
  server_online: 'configure.sign.server_online',
  server_refused: 'configure.sign.server_refused',
  server_unreachable: 'configure.sign.server_unreachable',
  config_saved: 'configure.sign.config_saved',
  led_on: 'configure.sign.led_on',
  led_off: 'configure.sign.led_off',
  download_mode: 'configure.sign.download_mode',
  no_firmware: 'configure.sign.no_firmware',
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
