import { z } from 'zod';
import { CommandFailed } from '../output.ts';
import { fetchSmall } from './fetch-release.ts';
import { verifyMinisign } from './minisign.ts';

/** The manifest of a release: `latest.json` (docs/decisions/019-updates.md). */
const manifestSchema = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  /** Address of the release notes. */
  notes_url: z.url().optional(),
  /** Executables by target: `linux-arm64`, `linux-x64-baseline-musl` … */
  files: z.record(
    z.string(),
    z.object({
      /** Name of a file in the same folder. */
      file: z.string().regex(/^[\w.-]{1,100}$/),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      bytes: z.int().min(1).max(1_000_000_000),
    }),
  ),
});
export type ReleaseManifest = z.infer<typeof manifestSchema>;
export type ReleaseFile = ReleaseManifest['files'][string];

/**
 * Reads the manifest of a release and checks its signature.
 * @param publicKey of minisign
 * @throws CommandFailed
 */
export async function readManifest(folder: URL, publicKey: string): Promise<ReleaseManifest> {
  const address = new URL('latest.json', folder);
  const bytes = await fetchSmall(address);
  await assertSigned(bytes, folder, publicKey);
  const read = manifestSchema.safeParse(parse(bytes));
  if (read.success) return read.data;
  throw new CommandFailed(`${address} does not describe a release of FaiWatch.`);
}

/** Checks the signature of the checksums, and the manifest's checksum among them. */
async function assertSigned(manifest: Uint8Array, folder: URL, publicKey: string): Promise<void> {
  const address = new URL('SHA256SUMS', folder);
  const sums = await fetchSmall(address);
  const signature = await fetchSmall(new URL('SHA256SUMS.minisig', folder));
  if (!verifyMinisign(sums, new TextDecoder().decode(signature), publicKey)) {
    throw new CommandFailed(`The signature of ${address} is wrong; nothing was changed.`);
  }
  const sum = new Bun.CryptoHasher('sha256').update(manifest).digest('hex');
  const lines = new TextDecoder().decode(sums).split('\n');
  if (!lines.some((line) => /^(\S+) [ *]latest\.json$/.exec(line)?.[1] === sum)) {
    throw new CommandFailed(
      `${new URL('latest.json', folder)} is not the one that was signed; nothing was changed.`,
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
