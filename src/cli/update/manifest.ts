import { z } from 'zod';
import { CommandFailed } from '../output.ts';
import { fetchSmall } from './fetch-release.ts';
import { verifyMinisign } from './minisign.ts';

/** What a release says of itself: `latest.json`; docs/decisions/019-updates.md. */
const manifestSchema = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  /** Where people read what changed. */
  notes_url: z.url().optional(),
  /** By target: `linux-arm64`, `linux-x64-baseline-musl` … */
  files: z.record(
    z.string(),
    z.object({
      /** A name in the same folder. */
      file: z.string().regex(/^[\w.-]{1,100}$/),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      bytes: z.int().min(1).max(1_000_000_000),
    }),
  ),
});
export type ReleaseManifest = z.infer<typeof manifestSchema>;
export type ReleaseFile = ReleaseManifest['files'][string];

/**
 * Reads what the newest release is.
 * @param url the folder of the release
 * @param publicKey of minisign; with one, an unsigned manifest is refused
 * @throws CommandFailed
 */
export async function readManifest(url: string, publicKey?: string): Promise<ReleaseManifest> {
  const folder = url.replace(/\/$/, '');
  const address = `${folder}/latest.json`;
  const bytes = await fetchSmall(address);
  if (publicKey !== undefined) await verifySigned(bytes, folder, publicKey);
  const read = manifestSchema.safeParse(parse(bytes));
  if (read.success) return read.data;
  throw new CommandFailed(`${address} does not describe a release of FaiWatch.`);
}

/** The checksums are signed, and the manifest is one of the files they are of. */
async function verifySigned(manifest: Uint8Array, folder: string, publicKey: string) {
  const sums = await fetchSmall(`${folder}/SHA256SUMS`);
  const signature = new TextDecoder().decode(await fetchSmall(`${folder}/SHA256SUMS.minisig`));
  if (!verifyMinisign(sums, signature, publicKey)) {
    throw new CommandFailed(`The signature of ${folder}/SHA256SUMS is wrong; nothing was changed.`);
  }
  const sum = new Bun.CryptoHasher('sha256').update(manifest).digest('hex');
  const lines = new TextDecoder().decode(sums).split('\n');
  if (!lines.some((line) => /^(\S+) [ *]latest\.json$/.exec(line)?.[1] === sum)) {
    throw new CommandFailed(
      `${folder}/latest.json is not the one that was signed; nothing was changed.`,
    );
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
