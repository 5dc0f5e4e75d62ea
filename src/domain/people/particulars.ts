interface Particular {
  /** Its column, and its name in calls, in the export and in a customer's download. */
  readonly column: string;
  /** A value of an earlier entry of the audit log stands for the customer, and is erased with them. */
  readonly isIdentifying: boolean;
}

/**
 * The optional facts about a customer besides name and number, one entry each. Calls, reads, the export, the download
 * and the erasure are made of the entries. A new one is an entry, a column (store/people/tables.ts and a migration),
 * its shape (contract/people/customers.ts), and its place and words in the pages.
 */
export const particulars = {
  email: { column: 'email', isIdentifying: true },
  lineId: { column: 'line_id', isIdentifying: true },
  address: { column: 'address', isIdentifying: false },
  /** Without @. */
  telegramUsername: { column: 'telegram_username', isIdentifying: true },
} as const satisfies Readonly<Record<string, Particular>>;

export type Particulars = { readonly [Name in keyof typeof particulars]: string | null };
