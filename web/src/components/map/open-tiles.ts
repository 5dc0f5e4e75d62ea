import { PMTiles } from 'pmtiles';
import type { Api } from '../../lib/api-client.ts';
import type { MapFile } from '../../lib/map-file-query.ts';
import { archives } from './map-library.ts';
import type { TilesFacts } from './map-style.ts';
import { ServerTiles } from './server-tiles.ts';

export interface OpenTiles {
  readonly tiles: TilesFacts;
  readonly source: ServerTiles;
  /** Whose data it is. Empty: nobody says so. */
  readonly attribution: string;
}

/** Reads what the operator's map says of itself. Rejects where it is not what its first bytes promise. */
export async function openTiles(api: Api, { version }: MapFile): Promise<OpenTiles> {
  const source = new ServerTiles(api, version);
  const archive = new PMTiles(source);
  archives.add(archive);
  const header = await archive.getHeader();
  const metadata: unknown = await archive.getMetadata();
  const { vector_layers: layers = [], attribution = '' } = metadata as {
    readonly vector_layers?: readonly { readonly id: string }[];
    readonly attribution?: string;
  };
  const url = `pmtiles://${version}`;
  return {
    tiles: { header, url, layers: layers.map(({ id }) => id) },
    source,
    attribution: textOf(attribution),
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
