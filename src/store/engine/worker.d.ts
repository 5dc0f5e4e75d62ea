/** A script for a thread of its own, as text. */
declare module '*.worker.js' {
  const source: string;
  export default source;
}
