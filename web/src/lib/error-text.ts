import type { TFunction } from 'i18next';
import type { Finding, FindingCode } from '../../../src/domain/findings.ts';
import { ApiError, NetworkError } from './api-error.ts';

const findings = {
  fillInAllFields: 'ui.said.fill_in_all_fields',
  enterPhone: 'ui.said.enter_phone',
  selectCustomer: 'ui.said.select_customer',
  selectKeys: 'ui.said.select_keys',
  keyNotBound: 'ui.said.key_not_bound',
  customerNotFound: 'ui.said.customer_not_found',
  passwordsDiffer: 'ui.said.passwords_differ',
  wrongPassword: 'ui.said.wrong_password',
  enterDeviceName: 'ui.said.enter_device_name',
  enterName: 'ui.said.enter_name',
  invalidEmail: 'ui.said.invalid_email',
  invalidPhone: 'ui.said.invalid_phone',
  required: 'ui.finding.required',
  notText: 'ui.finding.not_valid',
  notNumber: 'ui.finding.not_number',
  notWhole: 'ui.finding.not_whole',
  notTruth: 'ui.finding.not_valid',
  notList: 'ui.finding.not_valid',
  notObject: 'ui.finding.not_valid',
  oneOf: 'ui.finding.one_of',
  tooLong: 'ui.finding.too_long',
  tooShort: 'ui.finding.too_short',
  tooMany: 'ui.finding.too_many',
  tooFew: 'ui.finding.too_few',
  tooLarge: 'ui.finding.too_large',
  tooSmall: 'ui.finding.too_small',
  outOfRange: 'ui.finding.out_of_range',
  notMultiple: 'ui.finding.not_multiple',
  controlCharacters: 'ui.finding.control_characters',
  notKnown: 'ui.finding.not_valid',
  notValid: 'ui.finding.not_valid',
  bundleBoard: 'activation_keys.create.choose_board',
  lineId: 'settings.shop.line_wrong',
  phoneNumber: 'ui.said.invalid_phone',
  telegramUsername: 'customers.form.bot_wrong',
  addressHere: 'ui.refusal.address_here',
  addressRefused: 'ui.refusal.address_refused',
  addressTaken: 'ui.refusal.address_taken',
  calendarAnswer: 'ui.refusal.calendar_answer',
  calendarEnough: 'ui.refusal.calendar_enough',
  calendarFull: 'ui.refusal.calendar_full',
  calendarLarge: 'ui.refusal.calendar_large',
  calendarNone: 'ui.refusal.calendar_none',
  cellOfOperator: 'ui.refusal.cell_of_operator',
  numberTaken: 'ui.refusal.number_taken',
  codeWrong: 'ui.refusal.code_wrong',
  channelAway: 'ui.refusal.channel_away',
  channelOff: 'ui.refusal.channel_off',
  accountUnvouched: 'whose_account.unanswered',
  csvEmpty: 'ui.refusal.csv_empty',
  csvLong: 'ui.refusal.csv_long',
  csvQuotes: 'ui.refusal.csv_quotes',
  customerInactive: 'ui.refusal.customer_inactive',
  dataEnough: 'ui.refusal.data_enough',
  dataUnderWay: 'ui.refusal.data_under_way',
  deviceOfAnother: 'ui.refusal.device_of_another',
  deviceReleased: 'ui.refusal.device_released',
  keyChanged: 'ui.error.conflict',
  keyOfAnother: 'ui.refusal.key_of_another',
  keyRevoked: 'ui.refusal.key_revoked',
  lastOwner: 'operators.last_owner',
  lineKnown: 'ui.refusal.line_known',
  lineSites: 'ui.refusal.line_sites',
  lineSiteTwice: 'ui.refusal.line_site_twice',
  lineSiteUnknown: 'ui.refusal.line_site_unknown',
  lineTime: 'ui.refusal.line_time',
  messageNotFailed: 'deliveries.error.not_failed',
  messageTooOld: 'deliveries.error.too_old',
  noMessenger: 'deliveries.error.no_messenger',
  nobodyTold: 'ui.refusal.nobody_told',
  noRoomForBackup: 'system.backup.no_room',
  ownersOnly: 'ui.refusal.owners_only',
  passwordCommon: 'settings.password.too_common',
  passwordHoldsName: 'settings.password.holds_name',
  phoneTaken: 'customers.form.phone_taken',
  placeBroken: 'ui.refusal.place_broken',
  placeRefused: 'ui.refusal.place_refused',
  placeSlow: 'ui.refusal.place_slow',
  placeUnknown: 'ui.refusal.place_unknown',
  placeUnreachable: 'ui.refusal.place_unreachable',
  placeUnreadable: 'ui.refusal.place_unreadable',
  placeUntrusted: 'ui.refusal.place_untrusted',
  plannedBackwards: 'ui.refusal.planned_backwards',
  plannedEnough: 'ui.refusal.planned_enough',
  plannedImported: 'ui.refusal.planned_imported',
  plannedOver: 'ui.refusal.planned_over',
  plannedTooLong: 'ui.refusal.planned_too_long',
  addressWrong: 'ui.refusal.address_wrong',
  folderMissing: 'ui.refusal.folder_missing',
  folderNotAbsolute: 'ui.refusal.folder_not_absolute',
  folderNotWritable: 'ui.refusal.folder_not_writable',
  folderSameDisk: 'ui.refusal.folder_same_disk',
  settingConfigured: 'ui.refusal.setting_configured',
  timezoneUnknown: 'ui.refusal.timezone_unknown',
  tokenConfigured: 'setup.messenger.configured',
  tokenUnknown: 'setup.messenger.unknown',
} as const satisfies Record<FindingCode, string>;

const codes = {
  INVALID_CREDENTIALS: 'ui.error.credentials',
  INVALID_TOKEN: 'ui.error.session',
  TOKEN_EXPIRED: 'ui.error.session',
  CHALLENGE_EXPIRED: 'ui.error.too_late',
  SECOND_FACTOR_REQUIRED: 'ui.error.second_factor',
  REAUTHENTICATION_REQUIRED: 'ui.error.unproven',
  FORBIDDEN: 'ui.error.forbidden',
  KEY_INACTIVE: 'ui.error.key_inactive',
  KEY_EXPIRED: 'ui.error.key_expired',
  NOT_FOUND: 'ui.error.not_found',
  KEY_NOT_FOUND: 'ui.error.key_not_found',
  CUSTOMER_NOT_FOUND: 'ui.said.customer_not_found',
  CONFLICT: 'ui.error.conflict',
  KEY_IN_USE: 'ui.error.key_in_use',
  KEY_PHONE_MISMATCH: 'ui.error.key_phone',
  PAYLOAD_TOO_LARGE: 'ui.error.too_large',
  RATE_LIMITED: 'ui.error.rate_limited',
  INTERNAL: 'ui.error.server',
  UNAVAILABLE: 'ui.error.unavailable',
} as const;

/** A finding of the server in the language of the page. */
export function sayFinding({ code, n, m }: Finding, t: TFunction): string {
  return t(findings[code], { n, m });
}

/** What is wrong by its code; null: it has none that this page knows. */
export function sayCode(code: string | null, t: TFunction, n?: number): string | null {
  return code !== null && has(findings, code) ? t(findings[code], { n }) : null;
}

/** The finding about the whole of what was asked; null: there is none. */
export function sayRefusal(error: ApiError, t: TFunction): string | null {
  const whole = error.findings['body'];
  return whole === undefined ? null : sayFinding(whole, t);
}

/** Why something failed, in the language of the page and without a word of technology. */
export function describeError(error: unknown, t: TFunction): string {
  if (error instanceof NetworkError) return t('ui.error.network');
  if (!(error instanceof ApiError)) return t('ui.error.server');
  const refusal = sayRefusal(error, t);
  if (refusal !== null) return refusal;
  if (error.code === 'VALIDATION' && Object.keys(error.fields).length > 0) {
    return t('ui.error.validation');
  }
  if (has(codes, error.code)) return t(codes[error.code]);
  return error.status >= 500 ? t('ui.error.server') : error.message;
}

function has<Known extends object>(known: Known, key: PropertyKey): key is keyof Known {
  return Object.hasOwn(known, key);
}
