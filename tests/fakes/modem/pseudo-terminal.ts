/** A serial line whose one end is a file under /dev/pts, and whose other end is a test. */
import { dlopen } from 'bun:ffi';
import { closeSync, createReadStream, openSync, type ReadStream, writeSync } from 'node:fs';

const { symbols: libc } = dlopen('libc.so.6', {
  posix_openpt: { args: ['int'], returns: 'int' },
  grantpt: { args: ['int'], returns: 'int' },
  unlockpt: { args: ['int'], returns: 'int' },
  ptsname: { args: ['int'], returns: 'cstring' },
});

const readWrite = 0o2;
const noControllingTerminal = 0o400;

export class PseudoTerminal {
  /** What a program opens. */
  readonly path: string;
  readonly #end: number;
  /** Without anybody at it, reading from the other end fails. */
  readonly #kept: number;
  readonly #stream: ReadStream;

  constructor(onBytes: (bytes: Buffer) => void) {
    this.#end = libc.posix_openpt(readWrite | noControllingTerminal);
    if (this.#end < 0 || libc.grantpt(this.#end) !== 0 || libc.unlockpt(this.#end) !== 0) {
      throw new Error('there is no pseudo-terminal');
    }
    this.path = String(libc.ptsname(this.#end));
    this.#kept = openSync(this.path, 'r+');
    // A serial line changes no byte and returns none.
    const { exitCode } = Bun.spawnSync(['stty', '-F', this.path, 'raw', '-echo']);
    if (exitCode !== 0) throw new Error('the pseudo-terminal could not be set up');
    this.#stream = createReadStream('', { fd: this.#end, autoClose: false });
    this.#stream.on('data', (bytes) => onBytes(Buffer.from(bytes)));
    this.#stream.on('error', () => {});
  }

  write(text: string): void {
    writeSync(this.#end, text);
  }

  close(): void {
    this.#stream.destroy();
    closeSync(this.#kept);
  }
}
