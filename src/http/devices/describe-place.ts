import { locationOf, type Place, type PlaceFields } from '../../domain/devices/place.ts';

/** Where a device is, as operators and its owner see it. */
export function describePlace(
  fields: PlaceFields,
): Place & { readonly is_cell_operators: boolean } {
  const { cell, isCellOperators, area } = fields;
  return { cell, is_cell_operators: isCellOperators, area, location: locationOf(fields) };
}
