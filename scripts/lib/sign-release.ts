import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyMinisign } from '../../src/cli/update/minisign.ts';

/**
 * Has minisign sign a file, beside it as `.minisig`. It asks at the terminal for the password of the key,
 * if that has one.
 * @throws Error when it does not
 */
export async function signFile(path: string, secretKey: string): Promise<void> {
  const signing = Bun.spawn(['minisign', '-S', '-s', secretKey, '-m', path], {
    stdin: 'inherit',
    stdout: 'inherit',
    stderr: 'inherit',
  });
  if ((await signing.exited) !== 0) throw new Error(`minisign could not sign ${path}`);
}

/**
 * Signs a line on trial: nobody could install, or update to, what is signed with another key than the one
 * that is built in.
 * @param publicKey of release-key.pub; null: there is none in it
 * @throws Error when it is not the other half of the secret key
 */
export async function assertOurKey(secretKey: string, publicKey: string | null): Promise<void> {
  if (publicKey === null) {
    throw new Error('release-key.pub holds no key; docs/releasing.md says how it comes there');
  }
  const dir = await mkdtemp(join(tmpdir(), 'faiwatch-sign-'));
  try {
    const path = join(dir, 'trial');
    await writeFile(path, 'trial');
    await signFile(path, secretKey);
    const signature = await readFile(`${path}.minisig`, 'utf8');
    if (!verifyMinisign(await readFile(path), signature, publicKey)) {
      throw new Error(`${secretKey} is not the secret half of release-key.pub`);
    }
  } finally {
    await rm(dir, { recursive: true });
  }
}
