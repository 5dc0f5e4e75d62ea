import { ptr } from 'bun:ffi';
import { openCLibrary } from './c-library.ts';

/** Sends one message to a Unix datagram socket. False: it could not be sent. */
export type SendDatagram = (text: string) => boolean;

const unixFamily = 1;
const datagramType = 2;
/** SOCK_CLOEXEC: no child inherits the socket (socket(2)). */
const closeOnExec = 0o2000000;
/** MSG_DONTWAIT and MSG_NOSIGNAL: never wait, never raise SIGPIPE (send(2)). */
const noWaitNoSignal = 0x40 | 0x4000;
/** The length of sockaddr_un.sun_path (unix(7)). */
const longestPath = 107;

/**
 * Opens a Unix datagram socket through the C library, as Bun has no API for it.
 * @param path a path, or a name in Linux' abstract namespace that begins with `@`
 * @returns null: that is not possible here
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
  // A path ends with a zero byte. An abstract name begins with one and does not end with one.
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
