/**
 * What becomes of an account that may be a stranger's, who typed the number first, when the operator
 * gives it a key: it is the customer's as it stands (`vouch`), or whoever typed the number loses it
 * (`question`); `ask` refuses. Not said: it stays as it is, and sees the new key.
 */
export const wordsForAccount = ['ask', 'vouch', 'question'] as const;
export type WordForAccount = (typeof wordsForAccount)[number] | undefined;
