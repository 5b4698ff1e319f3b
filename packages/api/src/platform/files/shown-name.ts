/** The name a file was sent under, without what a name has no use for; it is only ever shown. */
export const shownNameOf = (name: string): string =>
  name
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(-200);
