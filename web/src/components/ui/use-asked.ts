import { useCallback, useState } from 'react';

interface State<Asked> {
  asked: Asked | null;
  round: number;
  isOpen: boolean;
}

/**
 * What a dialog is about, one at a time.
 * @returns `asked` stays while its dialog fades out; null: nothing has been asked yet. With `round` as its key, a dialog
 * is made anew each time, so that its form begins with current values.
 */
export function useAsked<Asked>() {
  const [{ asked, round, isOpen }, setState] = useState<State<Asked>>({
    asked: null,
    round: 0,
    isOpen: false,
  });
  const ask = useCallback(
    (next: Asked) => setState((before) => ({ asked: next, round: before.round + 1, isOpen: true })),
    [],
  );
  // Closes only this dialog: the next one may be open by then.
  const onClose = () => setState((now) => (now.round === round ? { ...now, isOpen: false } : now));
  return { asked, round, ask, shared: { isOpen, onClose } };
}
