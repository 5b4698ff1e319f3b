import { existsSync } from 'node:fs';

/** Folders where Linux distributions install Noto, which covers scripts that our fonts lack. */
const folders = ['/usr/share/fonts/truetype/noto', '/usr/share/fonts/opentype/noto', '/usr/share/fonts/noto'];

const foreign = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * Returns folders with fonts for characters that our fonts lack. Empty when our fonts suffice, so that drawings look
 * the same on every machine. Also empty when the machine has none; such characters are then drawn as empty boxes.
 */
export function findFallbackFolders(texts: readonly (string | Uint8Array)[]): readonly string[] {
  const needed = texts.some((text) => typeof text === 'string' && foreign.test(text));
  return needed ? folders.filter((folder) => existsSync(folder)) : [];
}
