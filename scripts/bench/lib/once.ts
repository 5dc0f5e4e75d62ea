/** Makes a function that does its work at the first call and gives the same result at every other. */
export function once<T>(work: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => {
    result ??= { value: work() };
    return result.value;
  };
}
