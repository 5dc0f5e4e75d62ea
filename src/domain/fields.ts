/** Fields of one subject by their names within the program, each with its names at the doors. */
type Fields<Key extends string> = Readonly<Record<string, Readonly<Record<Key, unknown>>>>;

/** Values by the names that a door has for their fields. */
export type AtDoor<F extends Fields<Door>, Door extends string, Values> = {
  readonly [Name in keyof F & keyof Values as F[Name][Door] & string]: Values[Name];
};

type Plucked<F extends Fields<Key>, Key extends string> = {
  readonly [Name in keyof F]: F[Name][Key];
};

/** One property of each field. */
export function pluck<F extends Fields<Key>, Key extends string>(
  fields: F,
  key: Key,
): Plucked<F, Key> {
  const entries = Object.entries<Readonly<Record<Key, unknown>>>(fields);
  return Object.fromEntries(entries.map(([name, field]) => [name, field[key]])) as Plucked<F, Key>;
}

/** Properties of `values` that are no field are left out. */
export function toDoor<
  F extends Fields<Door>,
  Door extends string,
  Values extends Readonly<Record<keyof F, unknown>>,
>(fields: F, door: Door, values: Values): AtDoor<F, Door, Values> {
  const names = Object.entries(pluck(fields, door)) as [keyof F, unknown][];
  return Object.fromEntries(
    names.map(([name, atDoor]) => [atDoor as string, values[name]]),
  ) as AtDoor<F, Door, Values>;
}

/** @param absent the value of fields that a door leaves out */
export function fromDoor<F extends Fields<Door>, Door extends string, Said extends object, Absent>(
  fields: F,
  door: Door,
  said: Said,
  absent: Absent,
) {
  const values = new Map<unknown, unknown>(Object.entries(said));
  const found = Object.entries(pluck(fields, door)).map(([name, atDoor]) => {
    const value = values.get(atDoor);
    return [name, value === undefined ? absent : value];
  });
  return Object.fromEntries(found) as {
    readonly [Name in keyof F]: Exclude<Said[F[Name][Door] & keyof Said], undefined> | Absent;
  };
}
