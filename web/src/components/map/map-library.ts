/**
 * What is loaded only where there is a map of streets: it shares no module with the rest of the pages, or
 * the bundler would cut their scripts into more files.
 */
import libraryUrl from 'maplibre-gl/dist/maplibre-gl.mjs' with { type: 'file' };
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs' with { type: 'file' };
import { PMTiles, Protocol, type Source } from 'pmtiles';
import type { TrustedTypes } from '../../lib/trusted-types.ts';
import { type MapLook, makeMapStyle } from './map-style.ts';

type MapLibrary = typeof import('maplibre-gl');

/** Where the library asks for the tiles of an archive. */
const archives = new Protocol();

let library: Promise<MapLibrary> | undefined;

/** A file of its own, as its makers built it, which the bundles of the portal and the console share. */
async function loadLibrary(): Promise<MapLibrary> {
  const loaded: MapLibrary = await import(libraryUrl);
  trustWorker();
  loaded.setWorkerUrl(workerUrl);
  loaded.addProtocol('pmtiles', archives.tile);
  return loaded;
}

/** What failed to load for lack of a connection may be there the next time. */
function tryAgainLater(error: unknown): never {
  library = undefined;
  throw error;
}

/** The library makes its worker from an address as text; the content-security policy takes this one only. */
function trustWorker(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (url === workerUrl ? url : null),
  });
}

/** Reads what an archive of tiles says of itself. Rejects where it is not what its first bytes promise. */
export async function openTiles(source: Source) {
  library ??= loadLibrary().catch(tryAgainLater);
  const archive = new PMTiles(source);
  archives.add(archive);
  const [loaded, header, metadata] = await Promise.all([
    library,
    archive.getHeader(),
    archive.getMetadata() as Promise<{
      readonly vector_layers?: readonly { readonly id: string }[];
      readonly attribution?: string;
    }>,
  ]);
  const { vector_layers: layers = [], attribution = '' } = metadata;
  const url = `pmtiles://${source.getKey()}`;
  const tiles = { header, url, layers: layers.map(({ id }) => id) };
  return {
    library: loaded,
    /** Whose data it is. Empty: nobody says so. */
    attribution: textOf(attribution),
    styleFor: (look: MapLook) => makeMapStyle(tiles, look),
  };
}

const entities: Readonly<Record<string, string>> = { '&copy;': '©', '&#169;': '©', '&amp;': '&' };

/** What is read of a line of HTML. */
function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:copy|#169|amp);/g, (entity) => entities[entity] ?? entity)
    .trim();
}
