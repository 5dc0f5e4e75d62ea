/** What a build of the firmware leaves in its folder, as ESP-IDF lays it out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Board } from '../../src/domain/devices/device-type.ts';
import { boards } from '../../src/domain/devices/device-type.ts';
import { type PartName, partNames } from '../../src/domain/firmware/firmware-layout.ts';

interface BuiltPart {
  readonly name: PartName;
  /** Where in the flash the build wants it. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

export interface FirmwareBuild {
  readonly board: Board;
  readonly parts: readonly BuiltPart[];
}

const entrySchema = z.object({
  offset: z.string().regex(/^0x[0-9a-fA-F]+$/),
  file: z.string().min(1),
});
const flasherArgsSchema = z.record(z.enum(partNames), entrySchema);
const fieldsSchema = z.record(z.string(), z.unknown());

/**
 * Reads the parts of an image and for which board they were built. The board comes from the settings of
 * the build, as two boards with the same chip cannot be told apart by their images.
 * @throws Error with one sentence that names the folder
 */
export function readFirmwareBuild(dir: string): FirmwareBuild {
  const settings = readFields(dir, join('config', 'sdkconfig.json'));
  const named = boards.filter((board) => settings[settingOf(board)] === true);
  const [board] = named;
  if (board === undefined || named.length > 1) {
    throw new Error(`${dir}: its settings name ${named.length} boards of ours, not one.`);
  }
  if (settings['SECURE_BOOT'] === true || settings['SECURE_FLASH_ENC_ENABLED'] === true) {
    throw new Error(
      `${dir}: it is built with sdkconfig.secure. Its first start burns fuses, and no server takes such images.`,
    );
  }
  // The file has more fields than the parts.
  const described = readFields(dir, 'flasher_args.json');
  const args = flasherArgsSchema.safeParse(
    Object.fromEntries(partNames.map((name) => [name, described[name]])),
  );
  if (!args.success) {
    const part = args.error.issues[0]?.path[0] ?? 'a part';
    throw new Error(`${dir}: flasher_args.json does not say where ${String(part)} lies.`);
  }
  const parts = partNames.map((name) => {
    const { offset, file } = args.data[name];
    return { name, offset: Number(offset), bytes: readBytes(dir, file) };
  });
  return { board, parts };
}

/** firmware/main/Kconfig.projbuild */
function settingOf(board: Board): string {
  return `FAIWATCH_BOARD_${board.toUpperCase().replaceAll('-', '_')}`;
}

function readFields(dir: string, name: string): Record<string, unknown> {
  const text = new TextDecoder().decode(readBytes(dir, name));
  try {
    return fieldsSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${join(dir, name)} is not what a build writes there.`);
  }
}

function readBytes(dir: string, name: string): Uint8Array {
  try {
    return readFileSync(join(dir, name));
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
    throw new Error(`${dir} is no finished build: there is no ${name} in it.`);
  }
}
