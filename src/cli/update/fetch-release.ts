import { open, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openCall } from '../../outbound/call-out.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { TransferWatch } from '../../outbound/transfer-watch.ts';
import { CommandFailed } from '../output.ts';
import type { ReleaseFile } from './manifest.ts';
import { assertHttps } from './release-source.ts';

const smallBytes = 100_000;
const patienceMs = 30_000;
/** So much of an executable has to come in that time. */
const leastBytes = 16_384;
/** Redirects that are followed. GitHub needs two. */
const mostRedirects = 5;

/** Fetches a small file. @throws CommandFailed when there is none, or it is large */
export async function fetchSmall(address: URL): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const watch = new TransferWatch({ limitMs: patienceMs, leastBytes: smallBytes });
  try {
    for await (const piece of await get(address, watch.signal)) {
      bytes += piece.length;
      if (bytes > smallBytes) throw new CommandFailed(`${address} is far too large.`);
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof CommandFailed ? error : brokenOff(address, error);
  } finally {
    watch.stop();
  }
  return Buffer.concat(pieces);
}

/**
 * Fetches an executable to a new path, and checks its size and checksum.
 * @throws CommandFailed; nothing is left at the path
 */
export async function fetchExecutable(folder: URL, wanted: ReleaseFile, to: string): Promise<void> {
  const address = new URL(wanted.file, folder);
  const watch = new TransferWatch({ limitMs: patienceMs, leastBytes });
  const file = await open(to, 'wx', 0o700);
  try {
    const hash = new Bun.CryptoHasher('sha256');
    let bytes = 0;
    for await (const piece of await get(address, watch.signal)) {
      watch.sawBytes(piece.length);
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
    watch.stop();
    await file.close();
  }
}

/** Requests an address and follows redirects, each of which must be https. */
async function get(address: URL, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  if (address.protocol === 'file:') return readLocally(address);
  let at = address;
  for (let hops = 0; hops <= mostRedirects; hops += 1) {
    assertHttps(at);
    const answer = await openCall(at, { signal });
    const { status, isOk, headers } = answer;
    if (isOk) return answer.pieces();
    await answer.drop();
    const next = headers.get('location');
    if (status < 300 || status > 399 || next === null || !URL.canParse(next, at)) {
      throw new CommandFailed(`${address} could not be fetched: status ${status}.`);
    }
    at = new URL(next, at);
  }
  throw new CommandFailed(`${address} could not be fetched: it leads on and on.`);
}

async function readLocally(address: URL): Promise<AsyncIterable<Uint8Array>> {
  const file = Bun.file(fileURLToPath(address));
  if (!(await file.exists())) throw new CommandFailed(`There is no ${file.name}.`);
  return file.stream();
}

function brokenOff(address: URL, error: unknown): CommandFailed {
  const { code, name, message } = error as { code?: unknown; name?: unknown; message?: unknown };
  const why = error instanceof OutboundError ? message : (code ?? name);
  return new CommandFailed(`${address} could not be fetched: ${String(why)}.`);
}
