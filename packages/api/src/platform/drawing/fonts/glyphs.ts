import { type FontTables, getTable } from './sfnt.ts';

/** Glyph with its encoded outline, advance width and left side bearing, in font units. */
export interface Glyph {
  readonly outline: Buffer;
  readonly advance: number;
  readonly bearing: number;
}

const metricBytes = 4;

/** Returns all glyphs of a font by index, without hints, which depend on the original font. */
export function readGlyphs(tables: FontTables): readonly Glyph[] {
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
export function shiftComponents(outline: Buffer, by: number): Buffer {
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
