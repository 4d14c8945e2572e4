/** An asset for browsers, imported as text. */
declare module "*?raw" {
  const text: string;
  export default text;
}
