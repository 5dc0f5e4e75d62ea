/**
 * What happens to an account that may belong to a stranger who typed the number first, when the operator
 * gives it a key. `vouch`: it is the customer's as it stands. `question`: whoever typed the number loses
 * it. `ask`: refuse. Left out: the account stays as it is and sees the new key.
 */
export const wordsForAccount = ['ask', 'vouch', 'question'] as const;
export type WordForAccount = (typeof wordsForAccount)[number] | undefined;
