/// <reference path="./wawoff2.d.ts" />
import { createHash } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { writeAtomically } from '../../files/write-atomically.ts';
import { mergeFonts, type Part } from './merge-fonts.ts';

/** Font family of pictures and PDFs; one font per weight has all characters. */
export const paperFamily = 'Atrium Paper';

const paperWeights = [400, 500, 600] as const;

export type PaperWeight = (typeof paperWeights)[number];

/** Location of one of our fonts. Geist, the plain Latin font, has kerning for running text. */
export interface PaperFont {
  readonly family: typeof paperFamily | 'Geist';
  readonly weight: PaperWeight;
  readonly path: string;
}

const styles: Readonly<Record<PaperWeight, string>> = { 400: 'Regular', 500: 'Medium', 600: 'SemiBold' };

/** Increment to rebuild fonts that were already built. */
const buildVersion = 1;

// Shaping rules come from the Arabic font. A character of several fonts uses the last one, so digits and punctuation
// come from Geist.
const subsets = ['vietnamese', 'cyrillic-ext', 'cyrillic', 'latin-ext', 'latin'] as const;

const installed = createRequire(import.meta.url);
const sourceOf = (name: string, subset: string, weight: PaperWeight) =>
  installed.resolve(`@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff2`);

/** Returns the fonts as files in `folder`. Builds them the first time from those shipped with the product. */
export async function loadPaperFonts(folder: string): Promise<readonly PaperFont[]> {
  const fonts: PaperFont[] = [];
  // Sequential, because the decompressor reuses its output memory.
  for (const weight of paperWeights) fonts.push(...(await fontsOf(weight, folder)));
  return fonts;
}

async function fontsOf(weight: PaperWeight, folder: string): Promise<readonly PaperFont[]> {
  const sources = [
    await readFile(sourceOf('ibm-plex-sans-arabic', 'arabic', weight)),
    ...(await Promise.all(subsets.map((subset) => readFile(sourceOf('geist', subset, weight))))),
  ];
  const hash = createHash('sha256').update(`${buildVersion} ${paperFamily}`);
  for (const source of sources) hash.update(source);
  const edition = hash.digest('hex').slice(0, 12);
  const paper = join(folder, `paper-${weight}-${edition}.ttf`);
  const plain = join(folder, `geist-${weight}-${edition}.ttf`);
  if (!(await isThere(paper)) || !(await isThere(plain))) {
    const { merged, latin } = await make(weight, sources);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeAtomically(plain, latin);
    await writeAtomically(paper, merged);
  }
  return [
    { family: paperFamily, weight, path: paper },
    { family: 'Geist', weight, path: plain },
  ];
}

async function make(weight: PaperWeight, sources: readonly Buffer[]) {
  // Loaded on demand: only the first use of an installation needs it.
  const { decompress } = await import('wawoff2');
  const parts: Part[] = [];
  for (const source of sources) {
    const font = Buffer.from(await decompress(source));
    parts.push({ font, glyphs: await charactersOf(font) });
  }
  const [first, ...others] = parts;
  const latin = parts.at(-1);
  if (first === undefined || latin === undefined) throw new Error('no font to make one of');
  return { merged: mergeFonts(paperFamily, styles[weight], [first, ...others]), latin: latin.font };
}

/** Prefers tabular digits where the font has them, so that columns and axes align. */
async function charactersOf(bytes: Buffer): Promise<ReadonlyMap<number, number>> {
  const { create } = await import('fontkit');
  const font = create(bytes);
  if (!('characterSet' in font)) throw new Error('a collection of fonts is no font');
  return new Map(
    font.characterSet.map((character) => {
      const text = String.fromCodePoint(character);
      const glyph = /\d/.test(text) ? font.layout(text, ['tnum']).glyphs[0] : font.glyphForCodePoint(character);
      return [character, glyph?.id ?? 0];
    }),
  );
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
