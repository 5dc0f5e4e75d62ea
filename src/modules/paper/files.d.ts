/** Files that are part of the executable: where they can be read. */
declare module '*.ttf' {
  const path: string;
  export default path;
}
declare module '*.wasm' {
  const path: string;
  export default path;
}
