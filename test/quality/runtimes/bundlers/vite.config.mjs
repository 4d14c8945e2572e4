/** Bundles everything, so that nothing is imported at runtime. */
export default { ssr: { noExternal: true } };
