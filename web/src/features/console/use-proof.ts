import { useEffect, useState } from 'react';
import type { ProofMethod } from '../../../../src/domain/states.ts';
import { askWith } from '../../lib/api-client.ts';

interface Question {
  readonly methods: readonly ProofMethod[];
  readonly answer: (isProven: boolean) => void;
  /** Where the focus was. */
  readonly focused: Element | null;
}

export interface ProofProps {
  /** The proofs that the account can give. */
  methods: readonly ProofMethod[];
  isOpen: boolean;
  onDone: (isProven: boolean) => void;
  onClosed: () => void;
  finalFocus: () => HTMLElement | false;
}

/** What the server wants to know of whoever is at this page; it opens a dialog that is loaded for it. */
export function useProof(): (ProofProps & { round: number }) | null {
  // Kept when it is answered, since the dialog fades out.
  const [question, setQuestion] = useState<Question | null>(null);
  /** Null: not answered yet. */
  const [isProven, setIsProven] = useState<boolean | null>(null);
  // Made anew each time, so that no password is left in it.
  const [round, setRound] = useState(0);
  useEffect(
    () =>
      askWith(
        (methods) =>
          new Promise((answer) => {
            setQuestion({ methods, answer, focused: document.activeElement });
            setIsProven(null);
            setRound((before) => before + 1);
          }),
      ),
    [],
  );
  // Whoever waits for an answer is not left waiting when the page goes.
  useEffect(() => () => question?.answer(false), [question]);
  if (question === null) return null;
  const { methods, answer, focused } = question;
  return {
    methods,
    isOpen: isProven === null,
    onDone: setIsProven,
    // Not before: whatever asked puts the focus where it belongs, which the open dialog would keep.
    onClosed: () => answer(isProven === true),
    // A form that waits has disabled its fields, so nothing had the focus.
    finalFocus: () =>
      focused instanceof HTMLElement && focused !== document.body ? focused : false,
    round,
  };
}
