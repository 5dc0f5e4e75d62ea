/** Child processes that say something on stdout. */

/** The lines of a stream, without their ends. */
export async function* readLines(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<string, undefined> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/**
 * Runs a script of this folder in a Bun process of its own and gives the last line it prints, parsed.
 * @throws Error when it fails or prints nothing.
 */
export async function runScript(script: string, args: readonly string[]): Promise<unknown> {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/${script}`, ...args], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const text = await new Response(child.stdout).text();
  const code = await child.exited;
  const line = text.trim().split('\n').at(-1);
  if (code !== 0 || !line) throw new Error(`${script} ${args.join(' ')} ended with ${code}`);
  return JSON.parse(line);
}
