/** The jobs of two processes that share a database. */
export type Job =
  | {
      readonly do: 'enrol';
      readonly key: string;
      readonly phone: string;
      readonly deviceId: string;
    }
  | { readonly do: 'bind'; readonly key: string; readonly phone: string }
  | { readonly do: 'transfer'; readonly key: string; readonly customerId: number }
  | { readonly do: 'renew'; readonly key: string; readonly months: number }
  | { readonly do: 'revoke'; readonly key: string }
  | { readonly do: 'delete'; readonly keys: readonly string[] };

/** `done`, or the code of the error that came instead. */
export type Outcome = string;
