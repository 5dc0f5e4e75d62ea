import { useQueries } from '@tanstack/react-query';
import { sharedLosses } from '../extras.ts';
import { partQuery } from '../lazy-part.tsx';

/**
 * Losses of many sites that are one, by the module that finds them, with the parts that show them. Those of a module
 * whose parts could not be loaded are left out: their sites are listed and counted by themselves.
 */
export function useSharedLosses() {
  const added = sharedLosses();
  const answers = useQueries({ queries: added.map(({ goingOn }) => goingOn) });
  const loaded = useQueries({
    queries: added.map(({ name, loadParts }) => partQuery(`losses-${name}`, loadParts)),
  });
  return added.flatMap(({ name }, index) => {
    const losses = answers[index]?.data ?? [];
    const parts = loaded[index]?.data;
    return losses.length === 0 || parts === undefined ? [] : [{ name, losses, ...parts }];
  });
}
