/** A file as a text: what browsers get from the sandbox. */
declare module "*?raw" {
  const text: string;
  export default text;
}
