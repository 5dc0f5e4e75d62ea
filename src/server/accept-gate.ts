import { ptr } from 'bun:ffi';
import { readdirSync } from 'node:fs';
import { openCLibrary } from './c-library.ts';
import { makePacketFilter } from './packet-filter.ts';

/**
 * Bytes that the kernel keeps of a connection until they are read; it takes twice as much (SO_RCVBUF, socket(7)). Bun
 * reads what is there, up to 512 KB, and up to eleven times in a turn of the event loop while so much is there each
 * time. An upload over a line of 100 ms still gets 1 MB/s.
 */
const receiveBytes = 128 * 1024;

const solSocket = 1;
const soReceiveBuffer = 8;
const soAttachFilter = 26;
const soDetachFilter = 27;
const soAcceptConnection = 30;
const familyInet = 2;
const familyInet6 = 10;
const typeStream = 1;
const closeOnExec = 0o2000000;
/** F_DUPFD_CLOEXEC (fcntl(2)) */
const duplicateCloseOnExec = 1030;
/** Of a sockaddr_storage. */
const addressBytes = 128;

/** Connections that may wait in the kernel, as Bun asks for it. */
const ordinaryBacklog = 512;

interface HeldSocket {
  /** The number by which Bun accepts. */
  readonly fd: number;
  /** Another number of the same socket. */
  readonly kept: number;
  /** A socket that nobody can connect to. */
  readonly nobody: number;
}

/**
 * Keeps a listening port from accepting: for the rest of a turn of the event loop (`shut`), or until it is released
 * (`hold`). Connections wait in the kernel meanwhile.
 *
 * Bun accepts until nobody waits any more, and reads and answers each connection before it accepts the next one
 * (`us_internal_dispatch_ready_poll` in its usockets, with TCP_DEFER_ACCEPT). While strangers connect as fast as it
 * takes to send them away, that turn does not end: 64 connections that were refused and came again kept a heartbeat
 * waiting for 5 s. Bun has no setting for it, but stops at the first `accept` that fails. So the number of its socket
 * is given to one that cannot accept. The kernel goes on watching the true one under that number, since `kept` keeps
 * it open (epoll(7), questions and answers).
 *
 * Where the C library cannot be reached it does nothing.
 */
export class AcceptGate {
  #socket: HeldSocket | null = null;
  #isTurnFull = false;
  #isHeld = false;
  /** Whether Bun accepts by a socket that nobody can connect to. */
  #isShut = false;

  /** Takes a port that this process has begun to listen at, and bounds what the kernel keeps of its connections. */
  take(port: number): void {
    this.letGo();
    const libc = openLibrary();
    const fd = libc === null ? null : findListener(libc, port);
    if (libc === null || fd === null) return;
    const size = Int32Array.of(receiveBytes);
    libc.setsockopt(fd, solSocket, soReceiveBuffer, ptr(size), size.byteLength);
    const kept = libc.fcntl(fd, duplicateCloseOnExec, 0);
    const nobody = libc.socket(familyInet, typeStream | closeOnExec, 0);
    if (kept >= 0 && nobody >= 0) this.#socket = { fd, kept, nobody };
    else for (const open of [kept, nobody]) if (open >= 0) libc.close(open);
  }

  /** To be called before Bun closes the socket: its number is another file's afterwards. */
  letGo(): void {
    this.#isTurnFull = false;
    this.release();
    const libc = openLibrary();
    if (this.#socket === null || libc === null) return;
    libc.close(this.#socket.kept);
    libc.close(this.#socket.nobody);
    this.#socket = null;
  }

  shut(): void {
    this.#isTurnFull = true;
    this.#follow();
  }

  open(): void {
    this.#isTurnFull = false;
    this.#follow();
  }

  /** @param backlog how many connections may wait in the kernel from now on */
  hold(backlog: number): void {
    if (!this.#isHeld) this.#setBacklog(Math.min(backlog, ordinaryBacklog));
    this.#isHeld = true;
    this.#follow();
  }

  /** Lets in those who wait while it is held. Resolves once Bun has accepted them. */
  async letIn(): Promise<void> {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#follow();
    // An immediate may come before the event loop looks at the port; the one after that does not.
    await nextTurn();
    await nextTurn();
    this.#isHeld = true;
    this.#follow();
  }

  /**
   * Has the kernel drop what comes from these households to connect, until it is released. What they sent would
   * fill the places in which everybody waits. A connection that is open goes on.
   * @param households as `householdOf` gives them; of many the first
   */
  keepOut(households: readonly string[]): void {
    const libc = openLibrary();
    if (this.#socket === null || libc === null) return;
    const instructions = makePacketFilter(households);
    // A `sock_fprog`: how many, and where they are.
    const program = Buffer.alloc(16);
    program.writeUInt16LE(instructions.length / 8, 0);
    program.writeBigUInt64LE(BigInt(ptr(instructions)), 8);
    const { kept } = this.#socket;
    libc.setsockopt(kept, solSocket, soAttachFilter, ptr(program), program.byteLength);
  }

  release(): void {
    if (this.#isHeld) {
      this.#setBacklog(ordinaryBacklog);
      this.#letEverybodyIn();
    }
    this.#isHeld = false;
    this.#follow();
  }

  #letEverybodyIn(): void {
    if (this.#socket === null) return;
    const nothing = new Int32Array(1);
    const { kept } = this.#socket;
    openLibrary()?.setsockopt(kept, solSocket, soDetachFilter, ptr(nothing), nothing.byteLength);
  }

  /** Where the number cannot be given back, the next turn of the event loop tries again, or the next one. */
  #follow(): void {
    const isToBeShut = this.#isTurnFull || this.#isHeld;
    if (this.#socket === null || this.#isShut === isToBeShut) return;
    if (this.#give(isToBeShut ? this.#socket.nobody : this.#socket.kept)) this.#isShut = isToBeShut;
    else if (!isToBeShut) setImmediate(() => this.#follow());
  }

  /** A socket that listens takes another backlog at any time (listen(2)). */
  #setBacklog(backlog: number): void {
    if (this.#socket !== null) openLibrary()?.listen(this.#socket.kept, backlog);
  }

  /** @returns whether Bun accepts by that socket now */
  #give(socket: number): boolean {
    const libc = openLibrary();
    if (libc === null || this.#socket === null) return false;
    return libc.dup3(socket, this.#socket.fd, closeOnExec) === this.#socket.fd;
  }
}

const nextTurn = () => new Promise<void>((done) => setImmediate(done));

type Library = NonNullable<ReturnType<typeof openSocketCalls>>;

let library: Library | null | undefined;

function openLibrary(): Library | null {
  library ??= openSocketCalls();
  return library;
}

function openSocketCalls() {
  return openCLibrary({
    getsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'ptr'], returns: 'i32' },
    setsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'u32'], returns: 'i32' },
    getsockname: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
    socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    listen: { args: ['i32', 'i32'], returns: 'i32' },
    fcntl: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    dup3: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
    close: { args: ['i32'], returns: 'i32' },
  });
}

/** None where there is no `/proc`. */
function listOpenFiles(): readonly string[] {
  try {
    return readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
}

/** @returns null: this process does not listen at the port */
function findListener(libc: Library, port: number): number | null {
  const listens = new Int32Array(1);
  const address = Buffer.alloc(addressBytes);
  const length = new Uint32Array(1);
  for (const name of listOpenFiles()) {
    const fd = Number(name);
    listens[0] = 0;
    length[0] = listens.byteLength;
    libc.getsockopt(fd, solSocket, soAcceptConnection, ptr(listens), ptr(length));
    if (listens[0] !== 1) continue;
    length[0] = addressBytes;
    if (libc.getsockname(fd, ptr(address), ptr(length)) !== 0) continue;
    const family = address.readUInt16LE(0);
    if (family !== familyInet && family !== familyInet6) continue;
    // The port follows the family, as the network writes it.
    if (address.readUInt16BE(2) === port) return fd;
  }
  return null;
}
