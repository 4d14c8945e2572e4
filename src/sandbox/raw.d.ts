/** A file imported as text: an asset for browsers. */
declare module "*?raw" {
  const text: string;
  export default text;
}
