import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { longFrom } from './site-state.ts';

/** A list that is longer shows so few of its rows where it is one of several. */
const foldFrom = 10;
const foldedTo = 5;

/**
 * Search within rows at hand; what is looked for stands in the address.
 * @param name of its entry there
 * @param wordsOf what of a row is looked in; the same function always
 * @param isShort only the first rows of a list that is longer than a screen, until somebody looks for one
 */
export function useRowSearch<Row>(
  rows: readonly Row[] | undefined,
  name: string,
  wordsOf: (row: Row) => string,
  isShort = false,
) {
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const given = search[name];
  // The router reads a code of digits only as a number.
  const query = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  const found = useMemo(
    () => rows?.filter((row) => hasWords(wordsOf(row), query)),
    [rows, query, wordsOf],
  );
  const isCut = isShort && query === '' && (rows?.length ?? 0) > foldFrom;
  const shown = isCut ? found?.slice(0, foldedTo) : found;
  const setQuery = (next: string) =>
    void navigate({
      to: '.',
      search: (previous: object) => ({ ...previous, [name]: next === '' ? undefined : next }),
      replace: true,
      resetScroll: false,
    });
  return { shown, isCut, isLong: (rows?.length ?? 0) >= longFrom || query !== '', query, setQuery };
}

/** Whether every word of the query is in the text, in any order and without regard to case. */
export function hasWords(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
