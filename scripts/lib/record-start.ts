import { startServer } from '../bench/lib/server.ts';

/**
 * Has an executable start and stop once, as an installation does, and notes which functions that took. Bun
 * lays out the bytecode of the next one by this file: with what a start needs side by side, less of the
 * executable is read, and stays in memory.
 * @param path gets the note; it serves all targets
 */
export async function recordStart(binary: string, path: string): Promise<void> {
  const server = await startServer({
    binary,
    env: { BUN_BYTECODE_ORDER_OUT: path, FAIWATCH_LOG_LEVEL: 'error' },
  });
  const code = await server.stop();
  if (code !== 0) throw new Error(`${binary} ended with ${code} when its start was recorded`);
}
