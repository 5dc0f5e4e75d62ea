/**
 * Loaded before every test file: gives the tests a temporary folder of their own, and fails them when
 * they leave a file in it, a process that they started, or a port that they listened at.
 */
import { afterAll } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isTempPath } from './temp-dir.ts';

const outer = process.env['TMPDIR'];
const own = mkdtempSync(join(tmpdir(), 'faiwatch-tests-'));
process.env['TMPDIR'] = own;
let socketsBefore = openSockets();

afterAll(async () => {
  // A child that was told to end gets a moment for it.
  for (let tries = 0; tries < 40 && findLeftovers().length > 0; tries++) await Bun.sleep(50);
  const left = findLeftovers();
  socketsBefore = openSockets();
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
    ...listeningPorts(openSockets().difference(socketsBefore)).map(
      (port) => `the open port ${port}`,
    ),
  ];
}

/** Processes with this temporary folder, children of children included. */
function childrenOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => read(`/proc/${pid}/environ`).split('\0').includes(`TMPDIR=${folder}`))
    .map((pid) => `${pid}: ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`);
}

/** The sockets of this process, by their inodes. */
function openSockets(): Set<string> {
  const links = readdirSync('/proc/self/fd').map((fd) => readLink(`/proc/self/fd/${fd}`));
  return new Set(links.filter((link) => link.startsWith('socket:')));
}

/** TCP ports at which these sockets listen (proc(5), /proc/net/tcp: state 0A). */
function listeningPorts(sockets: ReadonlySet<string>): number[] {
  // The kernel walks a table of all connections for it, which takes milliseconds.
  if (sockets.size === 0) return [];
  return ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((file) => read(file).trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(`socket:[${inode}]`))
    .map(([, address = '']) => Number.parseInt(address.split(':')[1] ?? '', 16));
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
