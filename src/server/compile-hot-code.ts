/**
 * From now on what runs often is compiled to machine code as usual. Until then it has to run 64 times as often
 * (scripts/build.ts): most of what a start runs never runs again.
 */
export function compileHotCode(): void {
  Bun.unsafe.setJITPolicy(1);
}
