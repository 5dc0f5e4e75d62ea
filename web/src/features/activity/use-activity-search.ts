import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ActivitySearch, readActivitySearch } from './activity-search.ts';

type Change = { readonly [Name in keyof ActivitySearch]?: ActivitySearch[Name] | undefined };

/** What the section shows, and how to show something else. Each change can be undone with Back. */
export function useActivitySearch() {
  const search = readActivitySearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = (change: Change) =>
    void navigate({
      to: '.',
      search: (previous: object) => ({ ...previous, ...change }),
      resetScroll: false,
    });
  return { search, show };
}
