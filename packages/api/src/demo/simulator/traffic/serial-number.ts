/** Hashes a serial to a number, for reproducible noise. */
export function hashSerial(serial: string): number {
  let hash = 7;
  for (const letter of serial) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647;
  return hash;
}
