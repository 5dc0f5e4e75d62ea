import type { RangeResponse, Source } from 'pmtiles';
import type { MapFileAnswer } from '../../../../src/contract/devices/place.ts';
import type { Api } from '../../lib/api-client.ts';
import { NetworkError } from '../../lib/api-error.ts';

/** The operator's map of streets, read from the server piece by piece. */
export class ServerTiles implements Source {
  readonly #api: Api;
  readonly #version: string;
  /** The server could not be reached when it was last asked: nothing is wrong with the map. */
  isAway = false;

  constructor(api: Api, version: string) {
    this.#api = api;
    this.#version = version;
  }

  getKey(): string {
    return this.#version;
  }

  async getBytes(from: number, length: number, signal?: AbortSignal): Promise<RangeResponse> {
    const path = `/api/map-file/${this.#version}`;
    const options = { range: { from, length }, ...(signal && { signal }) };
    try {
      const part = await this.#api.download(path, options);
      this.isAway = false;
      return { data: await part.arrayBuffer() };
    } catch (error) {
      this.isAway = error instanceof NetworkError;
      throw error;
    }
  }
}

export type MapFile = NonNullable<MapFileAnswer['data']>;
