/** Returns an uploaded file's name without control characters, limited in length. It is used only for display. */
export const toDisplayName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(-200);
