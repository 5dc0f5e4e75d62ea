/** A row as SQLite gives it: what is true or false there is 1 or 0. */
export type Stored<Row> = {
  readonly [Name in keyof Row]: boolean extends Row[Name]
    ? Exclude<Row[Name], boolean> | number
    : Row[Name];
};

/** Names of columns that read as claims. */
const isClaim = /^(is|has|may)[A-Z]/;

/** Makes booleans of the columns whose names read as claims. A claim that is null is none. */
export function readStored<Row extends object>(stored: Stored<Row>): Row {
  const columns = Object.entries(stored).map(([name, value]) => [
    name,
    isClaim.test(name) ? value === 1 : value,
  ]);
  return Object.fromEntries(columns) as Row;
}
