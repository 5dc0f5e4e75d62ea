/** A public key as text. */
declare module '*.pub' {
  const text: string;
  export default text;
}
