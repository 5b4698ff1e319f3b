declare module '@zxcvbn-ts/language-common/dist/passwords.json.js' {
  const passwords: readonly string[];
  export = passwords;
}
