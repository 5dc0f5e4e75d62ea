import { open, rm } from 'node:fs/promises';
import { CommandFailed } from '../output.ts';
import type { ReleaseFile } from './manifest.ts';

const smallBytes = 100_000;
const patienceMs = 30_000;

/** @throws CommandFailed when there is no such file, or a large one */
export async function fetchSmall(address: string): Promise<Uint8Array> {
  const answer = await get(address, AbortSignal.timeout(patienceMs));
  const bytes = await answer.bytes();
  if (bytes.length > smallBytes) throw new CommandFailed(`${address} is far too large.`);
  return bytes;
}

/**
 * Fetches an executable to a path that is not there yet, and checks its size and checksum.
 * @throws CommandFailed; then nothing is left there
 */
export async function fetchExecutable(url: string, wanted: ReleaseFile, to: string): Promise<void> {
  const address = `${url.replace(/\/$/, '')}/${wanted.file}`;
  const watch = new AbortController();
  let timer = setTimeout(() => watch.abort(), patienceMs);
  const file = await open(to, 'wx', 0o700);
  try {
    const answer = await get(address, watch.signal);
    const hash = new Bun.CryptoHasher('sha256');
    let bytes = 0;
    for await (const piece of answer.body ?? []) {
      clearTimeout(timer);
      timer = setTimeout(() => watch.abort(), patienceMs);
      bytes += piece.length;
      if (bytes > wanted.bytes) break;
      hash.update(piece);
      await file.write(piece);
    }
    if (bytes !== wanted.bytes || hash.digest('hex') !== wanted.sha256) {
      throw new CommandFailed(
        `${wanted.file} is not what the release says it is; it was damaged or changed on the way. Nothing was changed here.`,
      );
    }
    await file.chmod(0o755);
    await file.sync();
  } catch (error) {
    await rm(to, { force: true });
    throw error instanceof CommandFailed ? error : brokenOff(address, error);
  } finally {
    clearTimeout(timer);
    await file.close();
  }
}

async function get(address: string, signal: AbortSignal): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(address, { signal });
  } catch (error) {
    throw brokenOff(address, error);
  }
  if (!answer.ok) {
    throw new CommandFailed(`${address} could not be fetched: status ${answer.status}.`);
  }
  return answer;
}

function brokenOff(address: string, error: unknown): CommandFailed {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return new CommandFailed(`${address} could not be fetched: ${String(code ?? name)}.`);
}
