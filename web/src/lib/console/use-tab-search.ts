import { useNavigate } from '@tanstack/react-router';

/** Changes what a page of one thing shows, kept in its address, so that Back undoes it. */
export function useTabSearch() {
  const navigate = useNavigate();
  return (change: Readonly<Record<string, string | number | undefined>>) =>
    void navigate({
      to: '.',
      search: (previous: object) => ({ ...previous, ...change }),
      resetScroll: false,
    });
}
