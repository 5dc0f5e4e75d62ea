import { locationOf, type Place, type PlaceFields } from '../../domain/devices/place.ts';

/** Where a device is, as operators and its owner see it. */
export function describePlace(
  fields: PlaceFields,
): Place & { readonly is_cell_operators: boolean; readonly on_status_page: boolean } {
  const { cell, isCellOperators, area, isOnStatusPage } = fields;
  const location = locationOf(fields);
  return {
    cell,
    is_cell_operators: isCellOperators,
    area,
    location,
    on_status_page: isOnStatusPage,
  };
}
