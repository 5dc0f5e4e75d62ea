/** Cables between servers of NATS, each of which can be pulled: what is on its way is lost, and nobody is told. */
import type { Socket } from 'bun';

interface End {
  other: Socket<End> | null;
  waiting: Buffer[];
}

export class Route {
  readonly port: number;
  readonly #listener: Bun.TCPSocketListener<End>;
  readonly #ends = new Set<Socket<End>>();
  #isPulled = false;

  constructor(target: number) {
    const ends = this.#ends;
    const pass = (from: Socket<End>, bytes: Buffer) => {
      if (this.#isPulled) return;
      const { other, waiting } = from.data;
      if (other === null) waiting.push(Buffer.from(bytes));
      else write(other, bytes);
    };
    const close = (end: Socket<End>) => {
      ends.delete(end);
      end.data.other?.end();
    };
    this.#listener = Bun.listen<End>({
      ...{ hostname: '127.0.0.1', port: 0 },
      socket: {
        data: pass,
        close,
        async open(near) {
          near.data = { other: null, waiting: [] };
          ends.add(near);
          try {
            near.data.other = await Bun.connect<End>({
              ...{ hostname: '127.0.0.1', port: target },
              data: { other: near, waiting: [] },
              socket: { data: pass, close, open: (far) => void ends.add(far), drain: flush },
            });
            for (const bytes of near.data.waiting.splice(0)) write(near.data.other, bytes);
          } catch {
            near.end();
          }
        },
        drain: flush,
      },
    });
    this.port = this.#listener.port;
  }

  pull(): void {
    this.#isPulled = true;
  }

  /** Connections that were open have lost something, and are of no use. */
  plug(): void {
    for (const end of this.#ends) end.terminate();
    this.#isPulled = false;
  }

  close(): void {
    for (const end of this.#ends) end.terminate();
    this.#listener.stop(true);
  }
}

/** What a socket could not take yet. */
const unsent = new WeakMap<Socket<End>, Buffer>();

function write(to: Socket<End>, bytes: Buffer): void {
  const before = unsent.get(to);
  const all = before === undefined ? bytes : Buffer.concat([before, bytes]);
  const taken = Math.max(0, to.write(all));
  if (taken < all.length) unsent.set(to, Buffer.from(all.subarray(taken)));
  else unsent.delete(to);
}

function flush(to: Socket<End>): void {
  write(to, Buffer.alloc(0));
}
