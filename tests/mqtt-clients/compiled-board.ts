import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** C++ of a board, compiled for this machine: it reads commands, and answers each with lines and `done`. */
export class CompiledBoard {
  readonly #program: ReturnType<typeof Bun.spawn<'pipe', 'pipe', 'inherit'>>;
  readonly #lines: AsyncIterator<string>;

  /**
   * @param dir where it is compiled
   * @param files by name; `main.cpp` is compiled
   * @throws Error with what the compiler says
   */
  constructor(dir: string, files: Readonly<Record<string, string>>) {
    mkdirSync(dir, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
    const binary = join(dir, 'board');
    const flags = ['-std=gnu++17', '-Wall', '-Werror', '-I', dir, '-o', binary];
    const built = Bun.spawnSync(['g++', ...flags, join(dir, 'main.cpp')]);
    if (!built.success) throw new Error(built.stderr.toString());
    this.#program = Bun.spawn([binary], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' });
    this.#lines = readLines(this.#program.stdout);
  }

  /** @returns what it has said to a command */
  async ask(command: string): Promise<string[]> {
    this.#program.stdin.write(`${command}\n`);
    this.#program.stdin.flush();
    const said: string[] = [];
    for (;;) {
      const { value: line } = await this.#lines.next();
      if (line === undefined || line === 'done') return said;
      said.push(line);
    }
  }

  stop(): void {
    this.#program.kill();
  }
}

async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stream) {
    rest += Buffer.from(chunk).toString();
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
