import type { ProofMethod } from '../../../src/domain/states.ts';

/** Resolves to whether the session proved whose it is. */
type Asker = (methods: readonly ProofMethod[]) => Promise<boolean>;

let asker: Asker | null = null;
let asked: Promise<boolean> | null = null;

/** Asks whoever is at the page who they are: once, however many calls want to know it. */
export function askForProof(methods: readonly ProofMethod[]): Promise<boolean> {
  if (asker === null) return Promise.resolve(false);
  asked ??= asker(methods).finally(() => {
    asked = null;
  });
  return asked;
}

/** @returns how to ask no more */
export function askWith(next: Asker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = null;
  };
}
