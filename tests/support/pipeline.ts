import { createConnection } from 'node:net';

export interface Pipelined {
  readonly answers: number;
  /** The server ended the connection before it had answered everything. */
  readonly isEnded: boolean;
}

/** Writes a request many times at once on each of some connections, and waits until each is answered or ended. */
export function pipeline(
  port: number,
  request: string,
  { connections = 8, times = 1_000 } = {},
): Promise<Pipelined[]> {
  const bytes = Buffer.from(request.repeat(times));
  return Promise.all(
    Array.from({ length: connections }, () => {
      const { promise, resolve } = Promise.withResolvers<Pipelined>();
      const socket = createConnection(port, '127.0.0.1');
      let answers = 0;
      let rest = '';
      socket.setEncoding('latin1');
      socket.on('data', (text: string) => {
        const parts = (rest + text).split('HTTP/1.1 ');
        answers += parts.length - 1;
        rest = (parts.at(-1) ?? '').slice(-'HTTP/1.1'.length);
        if (answers >= times) socket.destroy();
      });
      // The server ends it while bytes are still on their way.
      socket.on('error', () => {});
      socket.on('close', () => resolve({ answers, isEnded: answers < times }));
      socket.write(bytes);
      return promise;
    }),
  );
}
