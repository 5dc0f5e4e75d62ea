/** Where a site is, as far as somebody said so. */
export interface Place {
  /** A tag of the grid: `F12`, or `F12/T3` for a transformer of the feeder F12. */
  readonly cell: string | null;
  /** `TH-` and the code of a Thai administrative area (`TH-50`, `TH-5001`, `TH-500101`); otherwise text. */
  readonly area: string | null;
  readonly location: Location | null;
}

/** Degrees, WGS 84. */
export interface Location {
  readonly latitude: number;
  readonly longitude: number;
}

/** The place as columns of a device's row. */
export interface PlaceFields {
  readonly cell: string | null;
  readonly isCellOperators: boolean;
  readonly area: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** The owner agreed that the site counts for the public page. */
  readonly isOnStatusPage: boolean;
}

export const placeOfNobody: PlaceFields = {
  cell: null,
  isCellOperators: false,
  area: null,
  latitude: null,
  longitude: null,
  isOnStatusPage: false,
};

const stepsPerDegree = 1000;

/**
 * The nearest point of a grid whose points are 100 m apart, or further. What is rounded already stays as it
 * is.
 */
export function roundLocation({ latitude, longitude }: Location): Location {
  const north = Math.round(latitude * stepsPerDegree);
  // Meridians come closer to one another towards the poles.
  const cosine = Math.cos((north / stepsPerDegree) * (Math.PI / 180));
  const width = cosine < 0.001 ? 360 * stepsPerDegree : Math.ceil(1 / cosine - 0.1);
  const east = Math.round((longitude * stepsPerDegree) / width) * width;
  // Never -0.
  return { latitude: north / stepsPerDegree + 0, longitude: east / stepsPerDegree + 0 };
}

/** One way of writing a tag: without spaces at its ends or beside a slash, and without empty parts. */
export function tidyCell(text: string): string {
  return text
    .normalize('NFC')
    .split('/')
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '')
    .join('/');
}

/** The digits of a Thai administrative area: 2 of a province, 4 of a district, 6 of a sub-district. */
export function thaiAreaCode(area: string | null): string | null {
  return /^TH-(\d{2}(?:\d{2}){0,2})$/.exec(area ?? '')?.[1] ?? null;
}

export function locationOf({
  latitude,
  longitude,
}: Pick<PlaceFields, 'latitude' | 'longitude'>): Location | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Fields that are left out stay. */
export type PlaceEdit = { readonly [Name in keyof Place]?: Place[Name] | undefined };

/** Columns that an edit sets in a device's row. */
export function fieldsOfEdit({ cell, area, location }: PlaceEdit): Partial<PlaceFields> {
  return {
    ...(cell !== undefined && { cell }),
    ...(area !== undefined && { area }),
    ...(location !== undefined && {
      latitude: location?.latitude ?? null,
      longitude: location?.longitude ?? null,
    }),
  };
}

/**
 * The area as the public page names it: the district, or what is known instead. Each site is in one such
 * area, and no area is a part of another: nothing follows from their difference.
 */
export function publicArea(area: string): string {
  const code = thaiAreaCode(area);
  return code === null ? area : `TH-${code.slice(0, 4)}`;
}

/** So many sites, of so many owners, say nothing about any one of them. */
export const crowd = { sites: 5, owners: 3 } as const;

/** @param owners of the sites, one for each site */
export function isCrowd(owners: readonly number[]): boolean {
  return owners.length >= crowd.sites && new Set(owners).size >= crowd.owners;
}
