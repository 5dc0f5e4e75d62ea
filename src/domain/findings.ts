/** Findings about something that was entered: each by its code, and in English. */

/** Whole sentences: an answer shows them as they are, and any other finding behind its field's name. */
export const texts = {
  fillInAllFields: 'Please fill in all fields',
  enterPhone: 'Please enter phone number',
  selectCustomer: 'Please select customer',
  selectKeys: 'Please select keys to delete',
  keyNotBound: 'Cannot renew, this key is not bound to any device',
  customerNotFound: 'Customer not found',
  passwordsDiffer: 'New passwords do not match',
  wrongPassword: 'Current password incorrect',
  enterDeviceName: 'Please enter device name',
  enterName: 'Please enter name',
  invalidEmail: 'Invalid email',
  invalidPhone: 'Invalid phone',
} as const;

/** `{n}` and `{m}` stand for numbers, `{list}` for the choices there are. */
const phrases = {
  required: 'is required',
  notText: 'must be text',
  notNumber: 'must be a number',
  notWhole: 'must be a whole number',
  notTruth: 'must be true or false',
  notList: 'must be a list',
  notObject: 'must be an object',
  oneOf: 'must be one of: {list}',
  tooLong: 'must be at most {n} characters',
  tooShort: 'must be at least {n} characters',
  tooMany: 'must hold at most {n} entries',
  tooFew: 'must hold at least {n} entries',
  tooLarge: 'must be at most {n}',
  tooSmall: 'must be at least {n}',
  outOfRange: 'must be a whole number from {n} to {m}',
  notMultiple: 'must be a multiple of {n}',
  controlCharacters: 'must not contain control characters',
  notKnown: 'is not known',
  notValid: 'is not valid',
} as const;

/** Forms that fields of one kind must have. */
export const shapes = {
  bundleBoard: 'is required for a device bundle',
  lineId: 'must be a LINE ID such as @shop',
  phoneNumber: 'must be a phone number',
  telegramUsername: 'must be a username of Telegram: letters, digits and _',
} as const;

/** Reasons to refuse entries that are well formed. */
export const refusals = {
  accountUnvouched: 'First say whose account this is.',
  addressHere: 'Your alerts go to this address already.',
  addressRefused: 'Messages for this address are not accepted.',
  calendarAnswer: 'answers with status {n} instead of a calendar',
  calendarEnough: 'There are as many calendars as there may be.',
  calendarFull: 'has more outages to come than can be taken over',
  calendarLarge: 'is too large',
  calendarNone: 'is not a calendar (ICS)',
  cellOfOperator: 'The operator has set this.',
  codeWrong: 'This code is wrong or too old.',
  channelAway: 'The message could not be sent just now. Please try again later.',
  channelOff: 'This way of being told is not set up here.',
  numberTaken: 'Another account is told at this number. It has to let go of it first.',
  addressTaken: 'Another account is told at this address. It has to let go of it first.',
  csvEmpty: 'There is no outage in it.',
  csvLong: 'has more than {n} lines',
  csvQuotes: 'A quotation mark in it is not closed.',
  customerInactive: 'This customer account is not active.',
  dataEnough: 'This was downloaded {n} times in a day. The next time is in {m} hours at most.',
  dataUnderWay: 'A download is under way already. Please wait until it has ended.',
  deviceOfAnother: 'The device of this key belongs to another customer. Release it first.',
  deviceReleased: 'This device has already been released.',
  keyChanged: 'Somebody else has just changed this activation key. Please try again.',
  keyOfAnother: 'This activation key belongs to another customer.',
  keyRevoked: 'This activation key has already been revoked.',
  lastOwner: 'This is the last owner. Make somebody else an owner first.',
  lineKnown: 'It is planned already.',
  lineSites: 'No site is named.',
  lineSiteTwice: 'Several sites have this name: write the number of the device.',
  lineSiteUnknown: 'There is no site of this name.',
  lineTime: 'The times cannot be read.',
  messageNotFailed: 'Only a message that has failed can be sent again.',
  messageTooOld: 'This message is too old to be sent again.',
  noMessenger: 'No messenger is set up to send it with.',
  nobodyTold:
    'Nobody was told: no channel is set up. The operator sets one up on the Channels page of the console.',
  noRoomForBackup: 'There is not enough free space for a backup.',
  passwordCommon: 'is too common',
  passwordHoldsName: 'must not contain the username',
  ownersOnly:
    'Only the owner of this account may do that. Please log in with phone number and key.',
  phoneTaken: 'belongs to another customer',
  placeBroken: 'ended the connection',
  placeRefused: 'must be on the public internet, with TLS, at a port for such programs',
  placeSlow: 'does not answer in time',
  placeUnknown: 'has a name that is not known',
  placeUnreachable: 'takes no connection',
  placeUnreadable: 'answers in a form that is not read here: compressed, too long, or not HTTP',
  placeUntrusted: 'has a certificate that is not trusted, or is for another name',
  plannedBackwards: 'It must end later than it begins.',
  plannedEnough: 'There are as many planned times as there may be.',
  plannedImported: 'It was read from a calendar. Remove the calendar instead.',
  plannedOver: 'It must end later than now.',
  plannedTooLong: 'It must be shorter than seven days.',
  tokenConfigured: 'The bot token is set by the configuration.',
  tokenUnknown: 'is not known to Telegram',
  settingConfigured: 'The configuration of the server sets this.',
  folderNotAbsolute: 'must begin with /',
  folderMissing: 'is no folder on the server',
  folderSameDisk: 'is on the disk of the data, or in memory',
  folderNotWritable: 'cannot be written to by the service',
  addressWrong: 'must begin with http:// or https://, and have no path',
  timezoneUnknown: 'is no time zone such as Asia/Bangkok',
} as const;

export type FindingCode =
  | keyof typeof texts
  | keyof typeof phrases
  | keyof typeof shapes
  | keyof typeof refusals;

/** A finding for programs: what the pages put into their own language. */
export interface Finding {
  readonly code: FindingCode;
  readonly n?: number;
  readonly m?: number;
}

const codes: ReadonlyMap<string, FindingCode> = new Map(
  Object.entries({ ...texts, ...phrases, ...shapes, ...refusals }).map(([code, text]) => [
    text,
    code as FindingCode,
  ]),
);
const sentences: ReadonlySet<string> = new Set(Object.values(texts));

export function isSentence(text: string): boolean {
  return sentences.has(text);
}

/** The finding that a text says; undefined: it is one of a kind and has no code. */
export function findingOf(text: string): Finding | undefined {
  const numbers = [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));
  const placeholders = ['{n}', '{m}'];
  const pattern = text
    .replace(/^(must be one of): .*/, '$1: {list}')
    .replaceAll(/-?\d+(?:\.\d+)?/g, () => placeholders.shift() ?? '');
  const code = codes.get(pattern);
  const [n, m] = pattern.includes('{n}') ? numbers : [];
  return code && { code, ...(n !== undefined && { n }), ...(m !== undefined && { m }) };
}

/** An issue of a schema, as far as it concerns the words; zod's issues are of this shape. */
interface Issue {
  readonly code?: string | undefined;
  readonly input?: unknown;
  readonly expected?: unknown;
  readonly origin?: unknown;
  readonly values?: readonly unknown[];
  readonly maximum?: number | bigint;
  readonly minimum?: number | bigint;
  readonly divisor?: number;
}

const wrongTypes: Readonly<Record<string, string>> = {
  string: phrases.notText,
  number: phrases.notNumber,
  int: phrases.notWhole,
  boolean: phrases.notTruth,
  array: phrases.notList,
  object: phrases.notObject,
  record: phrases.notObject,
};

/** Puts into plain words what the schema library found, where the schema has no words of its own. */
export function sayIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return phrases.required;
      return wrongTypes[String(issue.expected)] ?? phrases.notValid;
    case 'invalid_value':
      if (issue.input === undefined) return phrases.required;
      return phrases.oneOf.replace('{list}', (issue.values ?? []).map(String).join(', '));
    case 'too_big':
      return sayBound(issue, issue.maximum, ['tooLong', 'tooMany', 'tooLarge']);
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return phrases.required;
      return sayBound(issue, issue.minimum, ['tooShort', 'tooFew', 'tooSmall']);
    case 'not_multiple_of':
      return phrases.notMultiple.replace('{n}', String(issue.divisor));
    case 'unrecognized_keys':
      return phrases.notKnown;
    default:
      return phrases.notValid;
  }
}

function sayBound(
  { origin }: Issue,
  bound: number | bigint | undefined,
  [text, list, number]: readonly [keyof typeof phrases, keyof typeof phrases, keyof typeof phrases],
): string {
  const code = origin === 'string' ? text : origin === 'array' ? list : number;
  return phrases[code].replace('{n}', String(bound));
}
