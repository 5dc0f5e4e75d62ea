import type { TFunction } from 'i18next';
import type { Problem, ProblemCode } from './session/problem.ts';

/** A way on that a problem offers. */
export type Remedy = 'connect' | 'reconnect' | 'read' | 'configure' | 'flash';

interface ProblemWords {
  /** Where on the page it is said. */
  readonly place: 'connect' | 'configure';
  readonly kind: 'error' | 'warning' | 'info';
  readonly title: string;
  readonly hints: readonly string[];
  readonly remedies: readonly Remedy[];
}

/** What a problem is called, and what helps, in the language of the page. */
export function describeProblem(problem: Problem, t: TFunction): ProblemWords {
  const connect = (
    title: string,
    hints: readonly string[],
    ...remedies: readonly Remedy[]
  ): ProblemWords => ({ place: 'connect', kind: 'error', title, hints, remedies });
  const configure = (
    title: string,
    hints: readonly string[],
    ...remedies: readonly Remedy[]
  ): ProblemWords => ({ place: 'configure', kind: 'error', title, hints, remedies });
  switch (problem.code) {
    case 'no_port':
      return {
        ...connect(
          t('flash.problem.no_port.title'),
          [t('flash.problem.no_port.hint_cable'), t('flash.problem.no_port.hint_driver')],
          'connect',
        ),
        kind: 'info',
      };
    case 'port_busy':
      return connect(
        t('flash.problem.connect_failed.title'),
        [t('flash.problem.connect_failed.hint_busy'), ...reconnectHints(t)],
        'connect',
      );
    case 'connect_failed':
      return connect(t('flash.problem.connect_failed.title'), reconnectHints(t), 'connect');
    case 'cannot_read':
      return connect(
        t('flash.problem.cannot_read.title'),
        [t('flash.problem.cannot_read.hint')],
        'read',
        'reconnect',
      );
    case 'no_data':
      return connect(
        t('flash.problem.no_data.title'),
        [t('flash.problem.no_data.hint_reset'), t('flash.problem.no_data.hint_port'), flashHint(t)],
        'reconnect',
        'flash',
      );
    case 'read_error':
      return connect(
        t('flash.problem.read_error.title'),
        [t('flash.problem.read_error.hint')],
        'read',
        'reconnect',
      );
    case 'send_failed':
      return connect(t('flash.problem.send_failed.title'), reconnectHints(t), 'reconnect');
    case 'not_connected':
      return connect(
        t('flash.problem.not_connected.title'),
        [t('flash.problem.not_connected.hint')],
        'connect',
      );
    case 'connect_first':
      return configure(t('flash.problem.connect_first.title'), [
        t('flash.problem.connect_first.hint'),
      ]);
    case 'fill_wifi':
      return configure(t('flash.problem.fill_wifi.title'), [t('flash.problem.fill_wifi.hint')]);
    case 'no_response':
      return configure(
        t('flash.problem.no_response.title'),
        [flashHint(t), t('flash.problem.no_response.hint_port')],
        'flash',
        'reconnect',
      );
    case 'no_answer':
      return configure(
        t('flash.problem.no_answer.title', { step: nameSubject(problem.subject, t) }),
        [t('flash.problem.no_answer.hint_reset'), flashHint(t)],
        'configure',
        'flash',
      );
    case 'refused':
      return configure(
        t('flash.problem.refused.title', { step: nameSubject(problem.subject, t) }),
        [explainRefusal(problem.subject, t)],
        'configure',
      );
    case 'not_encrypted':
      return configure(t('flash.problem.not_encrypted.title'), [
        t('flash.problem.not_encrypted.hint_https'),
        t('flash.problem.not_encrypted.hint_allow'),
      ]);
    case 'storage_failed':
      return configure(
        t('flash.problem.storage_failed.title'),
        [t('flash.problem.storage_failed.hint'), flashHint(t)],
        'configure',
        'flash',
      );
    case 'port_lost':
      return connect(
        t('flash.problem.port_lost.title'),
        [t('flash.problem.port_lost.hint_cable'), t('flash.problem.port_lost.hint_again')],
        'connect',
      );
    case 'not_back':
      return {
        ...configure(
          t('flash.problem.not_back.title'),
          [t('flash.problem.not_back.hint_wait'), t('flash.problem.not_back.hint_rst')],
          'connect',
        ),
        kind: 'warning',
      };
    case 'stored_other':
      return configure(
        t('flash.problem.stored_other.title', { step: nameSubject(problem.subject, t) }),
        [t('flash.problem.stored_other.hint')],
        'configure',
      );
    case 'wifi_failed':
      return configure(t('flash.problem.wifi_failed.title'), explainWifi(problem.reason, t));
    case 'server_refused':
      return configure(t('flash.problem.server_refused.title'), [explainCode(problem.reason, t)]);
    case 'server_unreachable':
      return configure(t('flash.problem.server_unreachable.title'), [
        t('flash.problem.not_online.hint_server'),
        t('flash.problem.not_online.hint_internet'),
      ]);
    case 'not_online':
      return {
        ...configure(t('flash.problem.not_online.title'), [
          t('flash.problem.not_online.hint_wifi'),
          t('flash.problem.not_online.hint_internet'),
          t('flash.problem.not_online.hint_server'),
        ]),
        kind: 'warning',
      };
  }
}

/** Those whose reason says the same as title and hint, in another language. */
const plainReasons: readonly ProblemCode[] = ['wifi_failed', 'no_port'];

export function reasonToShow({ code, reason }: Problem): string | undefined {
  return plainReasons.includes(code) ? undefined : reason;
}

function reconnectHints(t: TFunction): string[] {
  return [
    t('flash.problem.connect_failed.hint_boot'),
    t('flash.problem.connect_failed.hint_replug'),
    t('flash.problem.connect_failed.hint_again'),
  ];
}

function flashHint(t: TFunction): string {
  return t('flash.problem.hint_flash');
}

const subjects = {
  reset: 'flash.step.reset',
  wifi_ssid: 'flash.step.wifi_ssid',
  wifi_pass: 'flash.step.wifi_pass',
  activation_key: 'flash.step.activation_key',
  customer_phone: 'flash.step.customer_phone',
  device_type: 'flash.step.device_type',
  server_url: 'flash.step.server_url',
  allow_plain: 'flash.step.allow_plain',
  server_ca: 'flash.step.server_ca',
  save_config: 'flash.step.save_config',
  restart: 'flash.step.restart',
} as const;

/** A step by its name; a command as it is. */
export function nameSubject(subject: string | undefined, t: TFunction): string {
  if (subject === undefined) return '';
  return Object.hasOwn(subjects, subject) ? t(subjects[subject as keyof typeof subjects]) : subject;
}

const refusals = {
  wifi_ssid: 'flash.problem.refused.wifi_ssid',
  wifi_pass: 'flash.problem.refused.wifi_pass',
  activation_key: 'flash.problem.refused.activation_key',
  customer_phone: 'flash.problem.refused.customer_phone',
  device_type: 'flash.problem.refused.device_type',
  server_url: 'flash.problem.refused.server_url',
  server_ca: 'flash.problem.refused.server_ca',
} as const;

function explainRefusal(subject: string | undefined, t: TFunction): string {
  return subject !== undefined && Object.hasOwn(refusals, subject)
    ? t(refusals[subject as keyof typeof refusals])
    : t('flash.problem.refused.other');
}

function explainWifi(reason: string | undefined, t: TFunction): string[] {
  switch (reason) {
    case 'wrong password':
      return [t('flash.problem.wifi_failed.password')];
    case 'network not found':
      return [t('flash.problem.wifi_failed.not_found'), t('flash.problem.wifi_failed.band')];
    case 'no address':
      return [t('flash.problem.wifi_failed.no_address')];
    default:
      return [t('flash.problem.wifi_failed.other'), t('flash.problem.wifi_failed.band')];
  }
}

const codes = {
  KEY_NOT_FOUND: 'flash.problem.server_refused.key_not_found',
  KEY_INACTIVE: 'flash.problem.server_refused.key_inactive',
  KEY_EXPIRED: 'flash.problem.server_refused.key_expired',
  KEY_IN_USE: 'flash.problem.server_refused.key_in_use',
  KEY_PHONE_MISMATCH: 'flash.problem.server_refused.key_phone',
  CONFLICT: 'flash.problem.server_refused.conflict',
  DEVICE_REVOKED: 'flash.problem.server_refused.key_inactive',
} as const;

function explainCode(code: string | undefined, t: TFunction): string {
  return code !== undefined && Object.hasOwn(codes, code)
    ? t(codes[code as keyof typeof codes])
    : t('flash.problem.server_refused.other');
}
