import { ptr } from 'bun:ffi';
import { openCLibrary } from './c-library.ts';

/** Sends one message to a Unix datagram socket; false: it could not be sent. */
export type SendDatagram = (text: string) => boolean;

const unixFamily = 1;
const datagramType = 2;
/** With close-on-exec, so that no child inherits it (socket(2)). */
const closeOnExec = 0o2000000;
/** Never wait, never raise SIGPIPE (send(2)). */
const noWaitNoSignal = 0x40 | 0x4000;
/** sockaddr_un.sun_path (unix(7)). */
const longestPath = 107;

/**
 * Opens a Unix datagram socket, of which Bun's own API knows none, through the C library.
 * @param path a path, or a name of Linux' abstract space that begins with `@`
 * @returns null where that is not possible
 */
export function openDatagramSender(path: string): SendDatagram | null {
  const name = Buffer.from(path);
  if (name.length === 0 || name.length > longestPath) return null;
  const libc = openCLibrary({
    socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    sendto: { args: ['i32', 'ptr', 'usize', 'i32', 'ptr', 'u32'], returns: 'i64' },
  });
  if (libc === null) return null;
  const socket = libc.socket(unixFamily, datagramType | closeOnExec, 0);
  if (socket < 0) return null;

  const isAbstract = path.startsWith('@');
  // A path ends with a zero byte; an abstract name begins with one and has the length it has.
  const address = Buffer.alloc(2 + name.length + (isAbstract ? 0 : 1));
  address.writeUInt16LE(unixFamily, 0);
  name.copy(address, 2);
  if (isAbstract) address[2] = 0;

  return (text) => {
    const message = Buffer.from(text);
    const sent = libc.sendto(
      socket,
      ptr(message),
      message.length,
      noWaitNoSignal,
      ptr(address),
      address.length,
    );
    return Number(sent) === message.length;
  };
}
