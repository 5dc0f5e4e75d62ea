import type { TFunction } from 'i18next';
import type { Problem, ProblemCode } from './session/session-state.ts';

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
          t('configure.problem.no_port.title'),
          [t('configure.problem.no_port.hint_cable'), t('configure.problem.no_port.hint_driver')],
          'connect',
        ),
        kind: 'info',
      };
    case 'port_busy':
      return connect(
        t('configure.problem.connect_failed.title'),
        [t('configure.problem.connect_failed.hint_busy'), ...reconnectHints(t)],
        'connect',
      );
    case 'connect_failed':
      return connect(t('configure.problem.connect_failed.title'), reconnectHints(t), 'connect');
    case 'cannot_read':
      return connect(
        t('configure.problem.cannot_read.title'),
        [t('configure.problem.cannot_read.hint')],
        'read',
        'reconnect',
      );
    case 'no_data':
      return connect(
        t('configure.problem.no_data.title'),
        [
          t('configure.problem.no_data.hint_reset'),
          t('configure.problem.no_data.hint_port'),
          flashHint(t),
        ],
        'reconnect',
        'flash',
      );
    case 'read_error':
      return connect(
        t('configure.problem.read_error.title'),
        [t('configure.problem.read_error.hint')],
        'read',
        'reconnect',
      );
    case 'send_failed':
      return connect(t('configure.problem.send_failed.title'), reconnectHints(t), 'reconnect');
    case 'not_connected':
      return connect(
        t('configure.problem.not_connected.title'),
        [t('configure.problem.not_connected.hint')],
        'connect',
      );
    case 'connect_first':
      return configure(t('configure.problem.connect_first.title'), [
        t('configure.problem.connect_first.hint'),
      ]);
    case 'fill_wifi':
      return configure(t('configure.problem.fill_wifi.title'), [
        t('configure.problem.fill_wifi.hint'),
      ]);
    case 'no_response':
      return configure(
        t('configure.problem.no_response.title'),
        [flashHint(t), t('configure.problem.no_response.hint_port')],
        'flash',
        'reconnect',
      );
    case 'no_answer':
      return configure(
        t('configure.problem.no_answer.title', { step: nameSubject(problem.subject, t) }),
        [t('configure.problem.no_answer.hint_reset'), flashHint(t)],
        'configure',
        'flash',
      );
    case 'refused':
      return configure(
        t('configure.problem.refused.title', { step: nameSubject(problem.subject, t) }),
        [explainRefusal(problem.subject, t)],
        'configure',
      );
    case 'not_encrypted':
      return configure(t('configure.problem.not_encrypted.title'), [
        t('configure.problem.not_encrypted.hint_https'),
        t('configure.problem.not_encrypted.hint_allow'),
      ]);
    case 'storage_failed':
      return configure(
        t('configure.problem.storage_failed.title'),
        [t('configure.problem.storage_failed.hint'), flashHint(t)],
        'configure',
        'flash',
      );
    case 'port_lost':
      return connect(
        t('configure.problem.port_lost.title'),
        [t('configure.problem.port_lost.hint_cable'), t('configure.problem.port_lost.hint_again')],
        'connect',
      );
    case 'not_back':
      return {
        ...configure(
          t('configure.problem.not_back.title'),
          [t('configure.problem.not_back.hint_wait'), t('configure.problem.not_back.hint_rst')],
          'connect',
        ),
        kind: 'warning',
      };
    case 'stored_other':
      return configure(
        t('configure.problem.stored_other.title', { step: nameSubject(problem.subject, t) }),
        [t('configure.problem.stored_other.hint')],
        'configure',
      );
    case 'wifi_failed':
      return configure(t('configure.problem.wifi_failed.title'), explainWifi(problem.reason, t));
    case 'server_refused':
      return configure(t('configure.problem.server_refused.title'), [
        explainCode(problem.reason, t),
      ]);
    case 'server_unreachable':
      return configure(t('configure.problem.server_unreachable.title'), [
        t('configure.problem.not_online.hint_server'),
        t('configure.problem.not_online.hint_internet'),
      ]);
    case 'not_online':
      return {
        ...configure(t('configure.problem.not_online.title'), [
          t('configure.problem.not_online.hint_wifi'),
          t('configure.problem.not_online.hint_internet'),
          t('configure.problem.not_online.hint_server'),
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
    t('configure.problem.connect_failed.hint_boot'),
    t('configure.problem.connect_failed.hint_replug'),
    t('configure.problem.connect_failed.hint_again'),
  ];
}

function flashHint(t: TFunction): string {
  return t('configure.problem.hint_flash');
}

const subjects = {
  reset: 'configure.step.reset',
  wifi_ssid: 'configure.step.wifi_ssid',
  wifi_pass: 'configure.step.wifi_pass',
  activation_key: 'configure.step.activation_key',
  customer_phone: 'configure.step.customer_phone',
  device_type: 'configure.step.device_type',
  server_url: 'configure.step.server_url',
  allow_plain: 'configure.step.allow_plain',
  server_ca: 'configure.step.server_ca',
  save_config: 'configure.step.save_config',
  restart: 'configure.step.restart',
} as const;

/** A step by its name; a command as it is. */
export function nameSubject(subject: string | undefined, t: TFunction): string {
  if (subject === undefined) return '';
  return Object.hasOwn(subjects, subject) ? t(subjects[subject as keyof typeof subjects]) : subject;
}

const refusals = {
  wifi_ssid: 'configure.problem.refused.wifi_ssid',
  wifi_pass: 'configure.problem.refused.wifi_pass',
  activation_key: 'configure.problem.refused.activation_key',
  customer_phone: 'configure.problem.refused.customer_phone',
  device_type: 'configure.problem.refused.device_type',
  server_url: 'configure.problem.refused.server_url',
  server_ca: 'configure.problem.refused.server_ca',
} as const;

function explainRefusal(subject: string | undefined, t: TFunction): string {
  return subject !== undefined && Object.hasOwn(refusals, subject)
    ? t(refusals[subject as keyof typeof refusals])
    : t('configure.problem.refused.other');
}

function explainWifi(reason: string | undefined, t: TFunction): string[] {
  switch (reason) {
    case 'wrong password':
      return [t('configure.problem.wifi_failed.password')];
    case 'network not found':
      return [
        t('configure.problem.wifi_failed.not_found'),
        t('configure.problem.wifi_failed.band'),
      ];
    case 'no address':
      return [t('configure.problem.wifi_failed.no_address')];
    default:
      return [t('configure.problem.wifi_failed.other'), t('configure.problem.wifi_failed.band')];
  }
}

const codes = {
  KEY_NOT_FOUND: 'configure.problem.server_refused.key_not_found',
  KEY_INACTIVE: 'configure.problem.server_refused.key_inactive',
  KEY_EXPIRED: 'configure.problem.server_refused.key_expired',
  KEY_IN_USE: 'configure.problem.server_refused.key_in_use',
  KEY_PHONE_MISMATCH: 'configure.problem.server_refused.key_phone',
  CONFLICT: 'configure.problem.server_refused.conflict',
  DEVICE_REVOKED: 'configure.problem.server_refused.key_inactive',
} as const;

function explainCode(code: string | undefined, t: TFunction): string {
  return code !== undefined && Object.hasOwn(codes, code)
    ? t(codes[code as keyof typeof codes])
    : t('configure.problem.server_refused.other');
}
