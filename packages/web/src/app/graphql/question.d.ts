declare module 'virtual:question/*' {
  /** The text of an operation, named as in its `*.graphql`. */
  const text: string;
  // biome-ignore lint/style/noDefaultExport: a module that holds one value
  export default text;
}
