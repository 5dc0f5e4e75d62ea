import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FirmwareRelease } from '../../actions/firmware/check-firmware.ts';
import { type ReleaseManifest, releaseManifestSchema } from '../../contract/firmware/firmware.ts';
import { sayIssue } from '../../domain/findings.ts';
import { CommandFailed } from '../output.ts';

/** The longest manifest in bytes. An image that is named by mistake is longer. */
const maxManifestBytes = 65_536;

/**
 * Reads a release from its manifest and the files beside it.
 * @throws CommandFailed with one sentence
 */
export function readRelease(path: string): FirmwareRelease {
  const { board, version, signature, parts } = readManifest(path);
  return {
    board,
    version,
    signature,
    parts: parts.map(({ name, path: file, offset, size, sha256 }) => ({
      name,
      offset,
      sha256,
      bytes: readPart(join(dirname(path), file), size),
    })),
  };
}

function readManifest(path: string): ReleaseManifest {
  let value: unknown;
  try {
    if (statSync(path).size > maxManifestBytes) throw new SyntaxError('too long');
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw unreadable(path, error);
    throw new CommandFailed(
      `${path} is no manifest. Name the .json file that lies beside the .bin files.`,
    );
  }
  const result = releaseManifestSchema().safeParse(value, { error: sayIssue });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  throw new CommandFailed(
    `${path} is no manifest of a release: ${field === '' ? '' : `${field} `}${issue?.message}`,
  );
}

function readPart(path: string, size: number): Uint8Array {
  try {
    // The size is checked before the file is read, as the file may be anything.
    const found = statSync(path).size;
    if (found !== size) {
      throw new CommandFailed(`${path} has ${found} bytes, where the manifest says ${size}.`);
    }
    return readFileSync(path);
  } catch (error) {
    if (error instanceof CommandFailed) throw error;
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): CommandFailed {
  const isMissing = (error as { code?: unknown }).code === 'ENOENT';
  return new CommandFailed(
    isMissing ? `There is no file ${path}.` : `${path} cannot be read: ${(error as Error).message}`,
  );
}
