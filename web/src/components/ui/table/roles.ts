/** Said by name, because a table whose rows are shown as blocks is none to some browsers. */
export const roles = {
  table: { role: 'table' },
  row: { role: 'row' },
  cell: { role: 'cell' },
} as const;
