import { existsSync } from 'node:fs';

/** Where Linux distributions put Noto, which has the scripts that our own fonts do not. */
const folders = ['/usr/share/fonts/truetype/noto', '/usr/share/fonts/opentype/noto', '/usr/share/fonts/noto'];

const foreign = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * Folders with fonts for what stands in the texts and is not in ours. Empty where ours have everything, so that it looks
 * the same on every machine, or where the machine has none: then such letters are drawn as empty boxes.
 */
export function fallbackFolders(texts: readonly (string | Uint8Array)[]): readonly string[] {
  const needed = texts.some((text) => typeof text === 'string' && foreign.test(text));
  return needed ? folders.filter((folder) => existsSync(folder)) : [];
}
