/** A file that is part of the executable: where it can be read. */
declare module '*.wav' {
  const path: string;
  export default path;
}
