/** Tables of a font file by their four-letter tags. */
export type FontTables = ReadonlyMap<string, Buffer>;

const tagBytes = 4;
const headerBytes = 12;
const entryBytes = 16;
const trueType = 0x00010000;

/** Returns the tables of a TrueType font. Throws for other formats. */
export function readTables(font: Buffer): FontTables {
  if (font.readUInt32BE(0) !== trueType) throw new Error('not a TrueType font');
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const entry = headerBytes + index * entryBytes;
    const offset = font.readUInt32BE(entry + 8);
    const tag = font.toString('latin1', entry, entry + tagBytes);
    tables.set(tag, font.subarray(offset, offset + font.readUInt32BE(entry + 12)));
  }
  return tables;
}

/** Returns a required table; throws when it is missing. */
export function getTable(tables: FontTables, tag: string): Buffer {
  const found = tables.get(tag);
  if (found === undefined) throw new Error(`a font without its table ${tag}`);
  return found;
}

/** Builds a font file from tables, sorted by tag as the format requires. */
export function buildFont(tables: FontTables): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const header = Buffer.alloc(headerBytes + sorted.length * entryBytes);
  const power = Math.floor(Math.log2(sorted.length));
  header.writeUInt32BE(trueType, 0);
  header.writeUInt16BE(sorted.length, 4);
  header.writeUInt16BE(entryBytes * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(entryBytes * (sorted.length - 2 ** power), 10);
  const bodies: Buffer[] = [];
  let offset = header.length;
  for (const [index, [tag, body]] of sorted.entries()) {
    const entry = headerBytes + index * entryBytes;
    const padded = Buffer.alloc(Math.ceil(body.length / 4) * 4);
    body.copy(padded);
    header.write(tag, entry, 'latin1');
    header.writeUInt32BE(sumOf(padded), entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(body.length, entry + 12);
    bodies.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([header, ...bodies]);
}

function sumOf(padded: Buffer): number {
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}
