/** Stands between a board and the server, and counts the connections it passes on. */
import type { Socket, TCPSocketListener } from 'bun';

interface Passed {
  other: Socket<Passed> | null;
  waiting: Uint8Array[];
}

export class CountingProxy implements Disposable {
  connections = 0;
  readonly #listener: TCPSocketListener<Passed>;

  constructor(port: number) {
    const pass = {
      data: (socket: Socket<Passed>, bytes: Uint8Array) => {
        if (socket.data.other === null) socket.data.waiting.push(new Uint8Array(bytes));
        else socket.data.other.write(bytes);
      },
      close: (socket: Socket<Passed>) => {
        socket.data.other?.end();
      },
    };
    this.#listener = Bun.listen<Passed>({
      hostname: '127.0.0.1',
      port: 0,
      data: { other: null, waiting: [] },
      socket: {
        ...pass,
        open: async (near) => {
          this.connections++;
          near.data = { other: null, waiting: [] };
          const far = await Bun.connect<Passed>({
            hostname: '127.0.0.1',
            port,
            data: { other: near, waiting: [] },
            socket: pass,
          });
          near.data.other = far;
          for (const bytes of near.data.waiting) far.write(bytes);
        },
      },
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#listener.port}`;
  }

  [Symbol.dispose](): void {
    this.#listener.stop(true);
  }
}
