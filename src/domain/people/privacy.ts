/** The operator's words about personal data, and how long it is kept. */
export interface PrivacySettings {
  /** The person responsible for the data; shown on the privacy page. */
  readonly operatorName: string;
  /** Their e-mail address, number or page. */
  readonly contact: string;
  readonly address: string;
  /** The operator's addition to the page, in each language; plain text. */
  readonly notesTh: string;
  readonly notesEn: string;
  /** Months; null: for good, which is so until an owner has chosen otherwise. */
  readonly keepEventsMonths: number | null;
  readonly keepAuditMonths: number | null;
}

export const defaultPrivacy: PrivacySettings = {
  operatorName: '',
  contact: '',
  address: '',
  notesTh: '',
  notesEn: '',
  keepEventsMonths: null,
  keepAuditMonths: null,
};

/** Suggested to the owner who chooses: three years of events, two of the audit log. */
export const suggestedRetention = { keepEventsMonths: 36, keepAuditMonths: 24 } as const;

/** That many months before a moment, in UTC. The last day of a month stands for days it does not have. */
export function monthsBefore(nowMs: number, months: number): number {
  const now = new Date(nowMs);
  const before = new Date(nowMs);
  before.setUTCMonth(now.getUTCMonth() - months);
  // The 31st of a month with 30 days would be the 1st of the next.
  if (before.getUTCDate() !== now.getUTCDate()) before.setUTCDate(0);
  return before.getTime();
}
