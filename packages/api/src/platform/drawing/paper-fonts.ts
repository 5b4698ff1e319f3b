/// <reference path="./wawoff2.d.ts" />

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { writeAtomically } from '../files/write-atomically.ts';
import { buildFont, type FontTables, getTable, readTables } from './sfnt.ts';

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

/** Glyph with its encoded outline, advance width and left side bearing, in font units. */
interface Glyph {
  readonly outline: Buffer;
  readonly advance: number;
  readonly bearing: number;
}

const metricBytes = 4;

/** Returns all glyphs of a font by index, without hints, which depend on the original font. */
function readGlyphs(tables: FontTables): readonly Glyph[] {
  const [glyf, loca, hmtx] = [getTable(tables, 'glyf'), getTable(tables, 'loca'), getTable(tables, 'hmtx')];
  const isLong = getTable(tables, 'head').readInt16BE(50) === 1;
  const count = getTable(tables, 'maxp').readUInt16BE(4);
  const measured = getTable(tables, 'hhea').readUInt16BE(34);
  const offset = (index: number) => (isLong ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2);
  return Array.from({ length: count }, (_, index) => ({
    outline: withoutHints(glyf.subarray(offset(index), offset(index + 1))),
    // Glyphs beyond the measured ones share the last advance width and store only a bearing.
    advance: hmtx.readUInt16BE(Math.min(index, measured - 1) * metricBytes),
    bearing: hmtx.readInt16BE(
      index < measured ? index * metricBytes + 2 : measured * metricBytes + (index - measured) * 2,
    ),
  }));
}

/** Returns the outline with its component glyph indices increased by `by`. */
function shiftComponents(outline: Buffer, by: number): Buffer {
  if (!isComposed(outline)) return outline;
  const copy = Buffer.from(outline);
  for (const { at } of partsOf(copy)) copy.writeUInt16BE(copy.readUInt16BE(at + 2) + by, at + 2);
  return copy;
}

const headerBytes = 10;

const isComposed = (outline: Buffer) => outline.length > 0 && outline.readInt16BE(0) < 0;

/** Flags of a component in a composite outline. */
const wideOffsets = 0x0001;
const oneScale = 0x0008;
const morePartsFollow = 0x0020;
const twoScales = 0x0040;
const fourScales = 0x0080;
const hintsFollow = 0x0100;

function* partsOf(outline: Buffer): Generator<{ readonly at: number; readonly end: number }> {
  for (let at = headerBytes; ; ) {
    const flags = outline.readUInt16BE(at);
    const scales = flags & oneScale ? 2 : flags & twoScales ? 4 : flags & fourScales ? 8 : 0;
    const end = at + 4 + (flags & wideOffsets ? 4 : 2) + scales;
    yield { at, end };
    if (!(flags & morePartsFollow)) return;
    at = end;
  }
}

function withoutHints(outline: Buffer): Buffer {
  if (outline.length === 0) return outline;
  if (isComposed(outline)) {
    const copy = Buffer.from(outline);
    let last = headerBytes;
    for (const { at, end } of partsOf(copy)) {
      copy.writeUInt16BE(copy.readUInt16BE(at) & ~hintsFollow, at);
      last = end;
    }
    return copy.subarray(0, last);
  }
  const hints = headerBytes + outline.readInt16BE(0) * 2;
  return Buffer.concat([
    outline.subarray(0, hints),
    Buffer.alloc(2),
    outline.subarray(hints + 2 + outline.readUInt16BE(hints)),
  ]);
}

/** Font with its glyph index for each character to take from it. */
interface Part {
  readonly font: Buffer;
  readonly glyphs: ReadonlyMap<number, number>;
}

/** Layout tables refer to glyph indices. Glyphs of the first font keep theirs, so its tables stay valid. */
const keptOfFirst = ['GDEF', 'GSUB', 'GPOS', 'OS/2'];

/**
 * Merges several fonts into one named `family`, so that renderers need no fallback font and cannot choose a wrong one.
 * Shaping rules come from the first part; a character uses the last part that has it. All parts must have the same
 * units per em.
 */
function mergeFonts(family: string, style: string, [first, ...others]: readonly [Part, ...Part[]]): Buffer {
  const tables = readTables(first.font);
  const glyphs: Glyph[] = [...readGlyphs(tables)];
  const characters = new Map(first.glyphs);
  for (const part of others) {
    const own = readTables(part.font);
    if (unitsOf(own) !== unitsOf(tables)) throw new Error('fonts drawn on different numbers of units');
    const before = glyphs.length;
    for (const glyph of readGlyphs(own)) glyphs.push({ ...glyph, outline: shiftComponents(glyph.outline, before) });
    for (const [character, glyph] of part.glyphs) characters.set(character, before + glyph);
  }
  return buildFont(
    new Map([
      ...keptOfFirst.flatMap((tag) => (tables.has(tag) ? [[tag, getTable(tables, tag)] as const] : [])),
      ...outlineTables(tables, glyphs),
      ['cmap', cmapOf(characters)],
      ['name', nameOf(family, style)],
      ['post', postOf()],
    ]),
  );
}

const unitsOf = (tables: FontTables) => getTable(tables, 'head').readUInt16BE(18);

function outlineTables(tables: FontTables, glyphs: readonly Glyph[]): readonly (readonly [string, Buffer])[] {
  const head = Buffer.from(getTable(tables, 'head'));
  head.writeInt16BE(1, 50);
  const hhea = Buffer.from(getTable(tables, 'hhea'));
  hhea.writeUInt16BE(glyphs.length, 34);
  // The version, the glyph count and fields about hints; our readers do not need the other maxima.
  const maxp = Buffer.from(getTable(tables, 'maxp'));
  maxp.writeUInt16BE(glyphs.length, 4);
  const loca = Buffer.alloc((glyphs.length + 1) * 4);
  const hmtx = Buffer.alloc(glyphs.length * 4);
  const outlines: Buffer[] = [];
  let offset = 0;
  for (const [index, { outline, advance, bearing }] of glyphs.entries()) {
    const padded = Buffer.alloc(Math.ceil(outline.length / 4) * 4);
    outline.copy(padded);
    outlines.push(padded);
    offset += padded.length;
    loca.writeUInt32BE(offset, (index + 1) * 4);
    hmtx.writeUInt16BE(advance, index * 4);
    hmtx.writeInt16BE(bearing, index * 4 + 2);
  }
  return [
    ['head', head],
    ['hhea', hhea],
    ['maxp', maxp],
    ['loca', loca],
    ['hmtx', hmtx],
    ['glyf', Buffer.concat(outlines)],
  ];
}

/** Builds the cmap table with one group per character; a few thousand entries need no compression. */
function cmapOf(characters: ReadonlyMap<number, number>): Buffer {
  const sorted = [...characters].sort(([a], [b]) => a - b);
  const groups = Buffer.alloc(28 + sorted.length * 12);
  groups.writeUInt16BE(1, 2);
  groups.writeUInt16BE(3, 4);
  groups.writeUInt16BE(10, 6);
  groups.writeUInt32BE(12, 8);
  groups.writeUInt16BE(12, 12);
  groups.writeUInt32BE(groups.length - 12, 16);
  groups.writeUInt32BE(sorted.length, 24);
  for (const [index, [character, glyph]] of sorted.entries()) {
    groups.writeUInt32BE(character, 28 + index * 12);
    groups.writeUInt32BE(character, 32 + index * 12);
    groups.writeUInt32BE(glyph, 36 + index * 12);
  }
  return groups;
}

function nameOf(family: string, style: string): Buffer {
  const texts = new Map([
    [1, style === 'Regular' ? family : `${family} ${style}`],
    [2, 'Regular'],
    [4, `${family} ${style}`],
    [6, `${family}-${style}`.replaceAll(' ', '')],
    [16, family],
    [17, style],
  ]);
  const header = Buffer.alloc(6 + texts.size * 12);
  header.writeUInt16BE(texts.size, 2);
  header.writeUInt16BE(header.length, 4);
  const bodies: Buffer[] = [];
  let offset = 0;
  for (const [index, [id, text]] of [...texts].entries()) {
    const body = Buffer.from(text, 'utf16le').swap16();
    // Windows, Unicode, English: the record that every reader looks for.
    for (const [place, value] of [3, 1, 0x409, id, body.length, offset].entries())
      header.writeUInt16BE(value, 6 + index * 12 + place * 2);
    bodies.push(body);
    offset += body.length;
  }
  return Buffer.concat([header, ...bodies]);
}

/** Contains no glyph names. */
function postOf(): Buffer {
  const post = Buffer.alloc(32);
  post.writeUInt32BE(0x00030000, 0);
  return post;
}

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
