/** The public half of a key, as text. */
declare module '*.pub' {
  const text: string;
  export default text;
}
