import libraryUrl from 'maplibre-gl/dist/maplibre-gl.mjs' with { type: 'file' };
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs' with { type: 'file' };
import { Protocol } from 'pmtiles';
import { trustScript } from '../../lib/trusted-types.ts';

export type MapLibrary = typeof import('maplibre-gl');

/** Where maps ask for the tiles of an archive that was added to it. */
export const archives = new Protocol();

let library: Promise<MapLibrary> | undefined;

/**
 * The library that draws tiles. A file of its own, as its makers built it, which the bundles of the portal
 * and the console share.
 */
export function loadMapLibrary(): Promise<MapLibrary> {
  library ??= load();
  return library;
}

async function load(): Promise<MapLibrary> {
  const loaded: MapLibrary = await import(libraryUrl);
  // The library makes its workers itself.
  trustScript('default', workerUrl);
  loaded.setWorkerUrl(workerUrl);
  loaded.addProtocol('pmtiles', archives.tile);
  return loaded;
}
