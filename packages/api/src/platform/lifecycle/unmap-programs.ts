import { readFile } from 'node:fs/promises';

/** Addresses of a piece of this process's memory, its end not included. */
export interface Piece {
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * What Linux is told by `madvise`: the pages are not needed. Those of a file come from it again when they are, and nothing
 * would ever come again of what was written: only pieces that hold nothing of that kind may be given.
 */
const notNeeded = 4;

/** Both stay where they are for as long as the process lives, which other libraries need not. */
const isKeptMapped = (path: string): boolean => path === process.execPath || path.endsWith('/libchdb.so');

/**
 * Takes Node's and the engine's programs out of this process's memory; what is still run is back within microseconds, from
 * the system's own copy of the file. A start goes through nearly all of both, 250 MB, and hardly any of it is needed
 * afterwards. Does nothing where the system is not Linux. The next statement takes 5 to 14 ms more.
 */
export async function unmapPrograms(): Promise<void> {
  advising ??= openAdvising();
  const advise = await advising;
  if (advise === null) return;
  const smaps = await readFile('/proc/self/smaps', 'utf8').catch(() => '');
  for (const { from, to } of piecesOfPrograms(smaps, isKeptMapped)) advise(from, to - from, notNeeded);
}

type Advise = (from: bigint, bytes: bigint, advice: number) => number;

let advising: Promise<Advise | null> | undefined;

/** Null where there is no such call: then the system takes back by itself what it wants. */
async function openAdvising(): Promise<Advise | null> {
  if (process.platform !== 'linux') return null;
  try {
    const { default: native } = await import('koffi');
    return native.load(null).func('int madvise(uintptr_t from, size_t bytes, int advice)');
  } catch {
    return null;
  }
}

/** The pieces of `/proc/…/smaps` that are mapped from such files, can't be written to and never were. */
export function piecesOfPrograms(smaps: string, isWanted: (path: string) => boolean): readonly Piece[] {
  // Each begins with its addresses, what may be done with it, and its file.
  return smaps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m).flatMap((text) => {
    const [, from, to, path] = /^([0-9a-f]+)-([0-9a-f]+) r-[x-]p \S+ \S+ \d+ +(\/.*)$/m.exec(text) ?? [];
    if (path === undefined || !isWanted(path)) return [];
    const isAsInFile = ['Anonymous', 'Private_Dirty', 'Swap'].every((kind) =>
      new RegExp(`^${kind}: +0 kB$`, 'm').test(text),
    );
    return isAsInFile ? [{ from: BigInt(`0x${from}`), to: BigInt(`0x${to}`) }] : [];
  });
}
