/** All in: nothing is left to be found beside the bundle. */
export default { ssr: { noExternal: true } };
