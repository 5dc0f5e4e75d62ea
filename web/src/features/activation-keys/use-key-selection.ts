import { useMemo, useState } from 'react';
import type { KeyAnswer } from '../../../../src/contract/keys/keys.ts';

/**
 * The keys that are ticked, those of other pages included; as they were when they were, so that what is
 * lost with them can be said.
 * @param rows the page that is shown
 */
export function useKeySelection(rows: readonly KeyAnswer[] = []) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, KeyAnswer>>(new Map());
  const codes = useMemo(() => new Set(chosen.keys()), [chosen]);
  return {
    keys: [...chosen.values()],
    codes,
    change: (codes: ReadonlySet<string>) => {
      const shown = new Map(rows.map((key) => [key.key_code, key]));
      const next = [...codes].flatMap((code) => shown.get(code) ?? chosen.get(code) ?? []);
      setChosen(new Map(next.map((key) => [key.key_code, key])));
    },
    /** Removes keys that were deleted from the selection. */
    drop: (codes: readonly string[]) =>
      setChosen((before) => new Map([...before].filter(([code]) => !codes.includes(code)))),
    clear: () => setChosen(new Map()),
  };
}
