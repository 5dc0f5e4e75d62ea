import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { KeyAnswer } from '../../../../src/contract/keys/keys.ts';
import { toast } from '../../components/ui/toast.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { type KeyListParams, keysQuery } from './api/keys.ts';

/** More of them nobody looks through, prints or deletes in one go. */
export const mostSelected = 1_000;
/** As many as the server lists at once. */
const perCall = 200;

/**
 * The keys that are ticked, those of other pages included; as they were when they were, so that what is
 * lost with them can be said.
 * @param rows the page that is shown
 * @param params how the list was asked for
 */
export function useKeySelection(rows: readonly KeyAnswer[] = [], params: KeyListParams) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlyMap<string, KeyAnswer>>(new Map());
  const [isLoading, setIsLoading] = useState(false);
  const codes = useMemo(() => new Set(chosen.keys()), [chosen]);
  const choose = (keys: readonly KeyAnswer[]) =>
    setChosen(new Map(keys.map((key) => [key.key_code, key])));

  /** Ticks all that match, whatever page they are on. */
  async function selectMatching(): Promise<void> {
    setIsLoading(true);
    try {
      const found: KeyAnswer[] = [];
      for (let page = 1; page * perCall <= mostSelected; page += 1) {
        const query = keysQuery({ ...params, page, limit: perCall });
        const { data, total } = await queryClient.fetchQuery({ ...query, staleTime: 0 });
        found.push(...data);
        if (page * perCall >= total) break;
      }
      choose(found);
    } catch (error) {
      toast.error(describeError(error, t));
    } finally {
      setIsLoading(false);
    }
  }

  return {
    keys: [...chosen.values()],
    codes,
    isLoading,
    change: (codes: ReadonlySet<string>) => {
      const shown = new Map(rows.map((key) => [key.key_code, key]));
      choose([...codes].flatMap((code) => shown.get(code) ?? chosen.get(code) ?? []));
    },
    selectMatching: () => void selectMatching(),
    /** Removes keys that were deleted from the selection. */
    drop: (codes: readonly string[]) =>
      setChosen((before) => new Map([...before].filter(([code]) => !codes.includes(code)))),
    clear: () => setChosen(new Map()),
  };
}
