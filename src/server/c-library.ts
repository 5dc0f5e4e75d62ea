import { dlopen, type FFIFunction } from 'bun:ffi';

const libraries = [
  'libc.so.6',
  `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`,
];

/** Functions of the C library that Bun has none of its own for; null: they cannot be reached. */
export function openCLibrary<const T extends Record<string, FFIFunction>>(functions: T) {
  if (process.platform !== 'linux') return null;
  for (const name of libraries) {
    try {
      return dlopen(name, functions).symbols;
    } catch {
      // Another C library, or a system that forbids it.
    }
  }
  return null;
}
