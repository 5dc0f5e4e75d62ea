import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { FlashManifest } from '../../../../../src/contract/firmware/firmware.ts';
import { publicApi } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import type { Chip } from '../../../lib/serial/guess-chip.ts';
import { describeFailure } from '../../../lib/serial/port-failure.ts';
import type { Board } from '../boards.ts';
import { FlashStopped } from '../flash-problem.ts';

export const partNames = ['bootloader', 'partition-table', 'otadata', 'app'] as const;
export type PartName = (typeof partNames)[number];

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
