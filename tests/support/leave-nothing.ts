/**
 * Loaded before every test file: gives the tests a temporary folder of their own, and fails them when
 * they leave a file in it, a process that they started, or a port that they listened at.
 */
import { dlopen, ptr } from 'bun:ffi';
import { afterAll } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isTempPath } from './temp-dir.ts';

const { symbols: libc } = dlopen('libc.so.6', {
  getsockopt: { args: ['int', 'int', 'int', 'ptr', 'ptr'], returns: 'int' },
  getsockname: { args: ['int', 'ptr', 'ptr'], returns: 'int' },
});
/** SOL_SOCKET, SO_ACCEPTCONN, AF_INET and AF_INET6 of Linux. */
const socketLevel = 1;
const acceptsConnections = 30;
const internetFamilies = [2, 10];

const outer = process.env['TMPDIR'];
const own = mkdtempSync(join(tmpdir(), 'faiwatch-tests-'));
process.env['TMPDIR'] = own;
// These are for the processes of tests alone: servers under test run as they do anywhere else.
for (const name of ['BUN_JSC_useFTLJIT', 'MIMALLOC_PURGE_DELAY']) delete process.env[name];
let portsBefore = listeningPorts();

afterAll(async () => {
  // A child that was told to end gets a moment for it.
  for (let tries = 0; tries < 40 && findLeftovers().length > 0; tries++) await Bun.sleep(50);
  const left = findLeftovers();
  portsBefore = listeningPorts();
  // In a run of many files this process keeps what modules have made for all files, and the run removes the folder.
  if (process.env['TESTS_RUN_IN'] === undefined) endFolder();
  else removeUnknown();
  if (left.length > 0) throw new Error(`These tests leave behind:\n  ${left.join('\n  ')}`);
}, 60_000);

function removeUnknown(): void {
  for (const name of findUnknown()) rmSync(join(own, name), { recursive: true, force: true });
}

function findUnknown(): string[] {
  return readdirSync(own).filter((name) => !isTempPath(join(own, name)));
}

function endFolder(): void {
  rmSync(own, { recursive: true, force: true });
  if (outer === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = outer;
}

function findLeftovers(): string[] {
  return [
    ...findUnknown().map((name) => `${name} in the temporary folder`),
    ...childrenOf(own).map((command) => `the process ${command}`),
    ...[...listeningPorts().difference(portsBefore)].map((port) => `the open port ${port}`),
  ];
}

/** Processes with this temporary folder, children of children included. */
function childrenOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => read(`/proc/${pid}/environ`).split('\0').includes(`TMPDIR=${folder}`))
    .map((pid) => `${pid}: ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`);
}

/**
 * TCP ports at which this process listens (socket(7), ip(7)). The kernel's tables of all connections would tell, too,
 * but take milliseconds to read.
 */
function listeningPorts(): Set<number> {
  const sockets = readdirSync('/proc/self/fd').filter((fd) =>
    readLink(`/proc/self/fd/${fd}`).startsWith('socket:'),
  );
  return new Set(sockets.flatMap((fd) => listeningPort(Number(fd)) ?? []));
}

function listeningPort(fd: number): number | null {
  const listens = new Int32Array(1);
  const length = new Uint32Array([listens.byteLength]);
  libc.getsockopt(fd, socketLevel, acceptsConnections, ptr(listens), ptr(length));
  if (listens[0] !== 1) return null;
  const address = new DataView(new ArrayBuffer(128));
  length[0] = address.byteLength;
  libc.getsockname(fd, ptr(address), ptr(length));
  const isOfInternet = internetFamilies.includes(address.getUint16(0, true));
  return isOfInternet ? address.getUint16(2) : null;
}

/** The file's content; empty if the file is gone or not readable. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
