/** Parts of modules: their code comes after the page of the core that they stand in. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';

/** Loads code once; a failure is retried as that of a call is, and when the window is focused again. */
export function partQuery<Part>(name: string, load: () => Promise<Part>) {
  return queryOptions({
    queryKey: ['parts', name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { isLive: false },
  });
}

/**
 * A component that is loaded when it is first rendered. Until then its place is empty, and stays so where loading
 * fails: a page that is open over an update asks for files that the server no longer has.
 * @param name unique among all parts
 */
export function lazyPart<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const query = partQuery(name, load);
  return function LazyPart(props: Props) {
    const { data: Part } = useQuery(query);
    return Part !== undefined && <Part {...props} />;
  };
}
