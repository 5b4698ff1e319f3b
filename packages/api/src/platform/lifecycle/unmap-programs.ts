import { readFile } from 'node:fs/promises';

/** Address range of this process's memory; the end is exclusive. */
export interface Piece {
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * MADV_DONTNEED: the kernel may drop the pages. Pages of a file are read again on demand, but modified pages would be
 * lost. So it must only be used on unmodified ranges.
 */
const notNeeded = 4;

/** Both stay mapped for the life of the process, which other libraries may not. */
const isKeptMapped = (path: string): boolean => path === process.execPath || path.endsWith('/libchdb.so');

/**
 * Drops the pages of Node's and the engine's binaries from memory; pages in use return within microseconds from the
 * page cache. A start touches nearly all of both, 250 MB, and hardly any is needed later. Does nothing on systems other
 * than Linux. The next statement takes 5 to 14 ms more.
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

/** Returns null where the call does not exist; the kernel then reclaims pages by itself. */
async function openAdvising(): Promise<Advise | null> {
  if (process.platform !== 'linux') return null;
  try {
    const { default: native } = await import('koffi');
    return native.load(null).func('int madvise(uintptr_t from, size_t bytes, int advice)');
  } catch {
    return null;
  }
}

/** Returns the ranges of `/proc/…/smaps` that map such files, are read-only and unmodified. */
export function piecesOfPrograms(smaps: string, isWanted: (path: string) => boolean): readonly Piece[] {
  // Each entry starts with its addresses, permissions and file.
  return smaps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m).flatMap((text) => {
    const [, from, to, path] = /^([0-9a-f]+)-([0-9a-f]+) r-[x-]p \S+ \S+ \d+ +(\/.*)$/m.exec(text) ?? [];
    if (path === undefined || !isWanted(path)) return [];
    const isAsInFile = ['Anonymous', 'Private_Dirty', 'Swap'].every((kind) =>
      new RegExp(`^${kind}: +0 kB$`, 'm').test(text),
    );
    return isAsInFile ? [{ from: BigInt(`0x${from}`), to: BigInt(`0x${to}`) }] : [];
  });
}
