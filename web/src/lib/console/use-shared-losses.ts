import { useQueries } from '@tanstack/react-query';
import { sharedLosses } from '../extras.ts';

/** What shows losses that are one, of each module that knows of some, and which these are. */
export function useSharedLosses() {
  const added = sharedLosses();
  const answers = useQueries({ queries: added.map(({ goingOn }) => goingOn) });
  return added.flatMap((one, index) => {
    const losses = answers[index]?.data ?? [];
    return losses.length === 0 ? [] : [{ ...one, losses }];
  });
}
