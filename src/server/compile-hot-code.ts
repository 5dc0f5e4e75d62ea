/**
 * From now on what runs often is compiled to machine code as usual. Until then the executable waits eight times
 * as long with that (scripts/build.ts): most of what a start runs never runs again.
 */
export function compileHotCode(): void {
  Bun.unsafe.setJITPolicy(1);
}
