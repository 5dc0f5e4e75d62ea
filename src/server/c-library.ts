import { dlopen, type FFIFunction } from 'bun:ffi';

const libraries = [
  'libc.so.6',
  `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`,
];

/** Opens functions of the C library for which Bun has no API. Null: they cannot be reached. */
export function openCLibrary<const T extends Record<string, FFIFunction>>(functions: T) {
  if (process.platform !== 'linux') return null;
  for (const name of libraries) {
    try {
      return dlopen(name, functions).symbols;
    } catch {
      // The system has another C library, or forbids to open one.
    }
  }
  return null;
}
