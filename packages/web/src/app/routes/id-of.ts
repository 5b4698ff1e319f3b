/** The number an address names something by; null where it can name nothing. */
export const idOf = (text: string | undefined): number | null =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null;
