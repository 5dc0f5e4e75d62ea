import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { queryOptions } from '@tanstack/react-query';
import type { FlashManifest } from '../../../../src/contract/firmware/firmware.ts';
import type { PublicInfo } from '../../../../src/contract/system/public-info.ts';
import { publicApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { publicInfoQuery } from '../../lib/public-info-query.ts';
import {
  type Chip,
  describeFailure,
  guessChip,
  type PortInfo,
} from '../../lib/serial/web-serial.ts';
import { FlashStopped, type PartName, partNames } from './flash-state.ts';

export interface FirmwarePart {
  readonly name: PartName;
  /** Address in the flash. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

export interface Firmware {
  readonly version: string;
  readonly chip: Chip;
  readonly parts: readonly FirmwarePart[];
}

/** Fetches everything that is written to a board, and checks it. @throws FlashStopped */
export async function getFirmware(board: Board): Promise<Firmware> {
  const manifest = await getManifest(board);
  const [build] = manifest.builds;
  if (!build) throw new FlashStopped({ code: 'no_firmware' });
  const parts = await Promise.all(build.parts.map(getPart));
  return { version: manifest.version, chip: build.chipFamily, parts };
}

async function getManifest(board: Board): Promise<FlashManifest> {
  try {
    return await publicApi.get('/api/public/firmware/manifest.json', { query: { board } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      throw new FlashStopped({ code: 'no_firmware' });
    }
    throw new FlashStopped({ code: 'fetch_failed', reason: describeFailure(error) });
  }
}

type ManifestPart = FlashManifest['builds'][number]['parts'][number];

/** Checks the digest, so that a damaged download shows before anything is written. */
async function getPart({ path, offset, size, md5: digest }: ManifestPart): Promise<FirmwarePart> {
  const name = toPartName(path);
  const bytes = await download(path);
  if (bytes.length !== size || bytesToHex(md5(bytes)) !== digest) {
    throw new FlashStopped({ code: 'broken_image', part: name });
  }
  return { name, offset, bytes };
}

async function download(path: string): Promise<Uint8Array> {
  try {
    const blob = await publicApi.download(path);
    return new Uint8Array(await blob.arrayBuffer());
  } catch (error) {
    throw new FlashStopped({ code: 'fetch_failed', reason: describeFailure(error) });
  }
}

/** `/api/public/firmware/s2-mini/1.1.0/app.bin` → `app` */
function toPartName(path: string): PartName {
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.bin$/, '');
  return partNames.find((name) => name === file) ?? 'app';
}

/** The version each board would get; a board that is not there has none. */
export type Offers = ReadonlyMap<Board, string>;

export const offersQuery = queryOptions({
  ...publicInfoQuery,
  select: ({ firmware }: PublicInfo): Offers =>
    new Map(firmware.map(({ board, version }) => [board, version])),
});

/** Boards that can be flashed, by the names of the server. */
export const boards = ['s2-mini', 'c3-mini', 't-display', 's2-test'] as const;
export type Board = (typeof boards)[number];

/** What a board with this chip may be, the likelier first. */
const boardsOf: Readonly<Record<Chip, readonly Board[]>> = {
  ESP32: ['t-display'],
  'ESP32-S2': ['s2-mini', 's2-test'],
  'ESP32-C3': ['c3-mini'],
};

/**
 * What to begin with, while nobody has chosen.
 * @param port where the board is; null: not known yet
 * @param isOffered whether there is firmware for a board
 */
export function suggestBoard(port: PortInfo | null, isOffered: (board: Board) => boolean): Board {
  const chip = port && guessChip(port);
  const likely = chip === null ? [] : boardsOf[chip];
  return [...likely, ...boards].find(isOffered) ?? 's2-mini';
}

/**
 * Whether the chip's program is the USB device, so that the port comes and goes with it and buttons are the
 * way into its loader. The USB of a C3 is hardware that takes the lines as a bridge does.
 */
export function hasOwnUsb(board: Board): boolean {
  return board === 's2-mini' || board === 's2-test';
}
