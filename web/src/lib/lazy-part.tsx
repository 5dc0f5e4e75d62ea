/** Code that comes after the page that it stands in. A page that is open over an update cannot load it any more. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy } from 'react';

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
 * A part of a module, loaded when it is first rendered. Until then its place is empty, and stays so where loading
 * fails.
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

/** A part of the core, loaded when it is first rendered, in a `Suspense`. Where loading fails, `Missing` is shown. */
export function lazyOr<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props>,
) {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: Missing };
    }
  });
}
