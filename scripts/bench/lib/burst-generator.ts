/**
 * Writes the same bytes over and over on some connections, without waiting for any answer, and opens each
 * connection anew when the server ends it. It is a process of its own, so that it does not delay the one
 * that measures. The first line of its stdin says what to write. It ends when its stdin does, and prints what
 * came of it.
 */
import type { Socket } from 'bun';
import { burstSchema } from './burst.ts';
import { readLines } from './child-lines.ts';

const commands = readLines(Bun.stdin.stream());
const first = await commands.next();
const burst = burstSchema.parse(JSON.parse(first.value ?? '{}'));
/** One write of a client that waits for nothing, in bytes. */
const blockBytes = 512 * 1024;

const opening = Buffer.from(burst.opening, 'latin1');
const piece = Buffer.from(burst.piece, 'latin1');
const block = Buffer.concat(
  Array.from({ length: Math.ceil(blockBytes / piece.length) }, () => piece),
);
const outcome = { opened: 0, ended: 0, writtenBytes: 0, answeredBytes: 0 };
let isOver = false;

/** How far the next write of a connection is. */
interface Progress {
  isBegun: boolean;
  at: number;
}

function write(socket: Socket<Progress>): void {
  while (!isOver && socket.readyState === 1) {
    const part = socket.data.isBegun ? block : opening;
    const taken = socket.write(part, socket.data.at);
    if (taken > 0) {
      outcome.writtenBytes += taken;
      socket.data.at += taken;
    }
    if (socket.data.at < part.length) return;
    socket.data.at = 0;
    if (socket.data.isBegun) continue;
    // An upgrade, or a log-in, is answered first.
    if (opening.length > 0) return;
    socket.data.isBegun = true;
  }
}

async function open(): Promise<void> {
  if (isOver) return;
  outcome.opened += 1;
  const again = () => void setTimeout(() => void open(), 10);
  await Bun.connect<Progress>({
    hostname: '127.0.0.1',
    port: burst.port,
    data: { isBegun: opening.length === 0, at: 0 },
    socket: {
      open: write,
      drain: write,
      data(socket, bytes) {
        outcome.answeredBytes += bytes.length;
        if (socket.data.isBegun) return;
        socket.data.isBegun = true;
        write(socket);
      },
      close() {
        if (isOver) return;
        outcome.ended += 1;
        again();
      },
      // `close` follows. Without this handler Bun would end the process.
      error() {},
      connectError: again,
    },
  }).catch(() => {});
}

for (let n = 0; n < burst.connections; n++) void open();
for await (const _ of commands) void _;
isOver = true;
console.log(JSON.stringify(outcome));
process.exit(0);
