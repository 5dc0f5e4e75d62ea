import { dlopen, ptr } from 'bun:ffi';

/** What systemd has: a Unix datagram socket at a path, which is read without waiting. */
export function openDatagramReceiver(path: string): { take(): string[]; close(): void } {
  const { symbols: libc } = dlopen('libc.so.6', {
    socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    bind: { args: ['i32', 'ptr', 'u32'], returns: 'i32' },
    recv: { args: ['i32', 'ptr', 'usize', 'i32'], returns: 'i64' },
    close: { args: ['i32'], returns: 'i32' },
  });
  const socket = libc.socket(1, 2, 0);
  const name = Buffer.from(path);
  const address = Buffer.alloc(2 + name.length + 1);
  address.writeUInt16LE(1, 0);
  name.copy(address, 2);
  if (path.startsWith('@')) address[2] = 0;
  const length = path.startsWith('@') ? address.length - 1 : address.length;
  if (libc.bind(socket, ptr(address), length) !== 0) throw new Error(`cannot bind to ${path}`);
  const dontWait = 0x40;
  return {
    take() {
      const taken: string[] = [];
      const buffer = Buffer.alloc(4096);
      for (;;) {
        const size = Number(libc.recv(socket, ptr(buffer), buffer.length, dontWait));
        if (size < 0) return taken;
        taken.push(buffer.toString('utf8', 0, size));
      }
    },
    close: () => void libc.close(socket),
  };
}
