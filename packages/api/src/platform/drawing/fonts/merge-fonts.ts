import { type Glyph, readGlyphs, shiftComponents } from './glyphs.ts';
import { buildFont, type FontTables, getTable, readTables } from './sfnt.ts';

/** Font with its glyph index for each character to take from it. */
export interface Part {
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
export function mergeFonts(family: string, style: string, [first, ...others]: readonly [Part, ...Part[]]): Buffer {
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
