import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { StartRefused } from '../failures.ts';
import { isRelationalCorruption } from '../relational/relational-errors.ts';

export const restoreAdvice = 'Restore a backup (atrium restore)';

/**
 * Engine codes for corrupt files: truncated (33), wrong checksum (40), unreadable (74), missing (107, 226), wrong size
 * (228), meaningless (246), not decompressible (271).
 */
const damage = new Set(['33', '40', '74', '107', '226', '228', '246', '271']);

/** Whether an error reports corruption in the analytics store. */
export function isAnalyticsCorruption(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (damage.has(String((each as { code?: unknown }).code))) return true;
  return false;
}

/** Engine codes for missing columns (16, 47) and tables (60). At a start they mean a corrupt definition. */
const undefinedThere = new Set(['16', '47', '60']);

/**
 * Converts an error that prevented the start: corruption becomes a readable `StartRefused`, any other error is returned
 * as it is.
 */
export function describeCorruption(error: unknown): unknown {
  const store = damagedStore(error);
  if (store === null) return error;
  let told = error as Error;
  while (told.cause instanceof Error) told = told.cause;
  return new StartRefused(`what ${store} has stored is damaged (${told.message.trim()}): ${restoreAdvice}`);
}

function damagedStore(error: unknown): string | null {
  if (isRelationalCorruption(error)) return 'PostgreSQL';
  return isAnalyticsCorruption(error) || isUndefined(error) ? 'the analytics engine' : null;
}

const isUndefined = (error: unknown): boolean =>
  error instanceof Error && undefinedThere.has(String((error as { code?: unknown }).code));

/** Files that the embedded engine reads for each table when it opens, and the form of valid ones. */
const wholeFiles: readonly (readonly [name: RegExp, content: RegExp])[] = [
  [/\.sql$/, /^ATTACH /],
  [/^format_version\.txt$/, /^\d+\s*$/],
];

/** Returns the corrupt files, as paths below the folder. */
function unreadableFiles(folder: string): readonly string[] {
  const unreadable: string[] = [];
  // Everything else in the folder is a link to files in `store`.
  for (const entry of readdirSync(join(folder, 'store'), { recursive: true, withFileTypes: true })) {
    const content = wholeFiles.find(([name]) => name.test(entry.name))?.[1];
    const file = join(entry.parentPath, entry.name);
    if (content !== undefined && entry.isFile() && !content.test(readFileSync(file, 'utf8')))
      unreadable.push(relative(folder, file));
  }
  return unreadable.toSorted();
}

/** Describes why the embedded engine cannot open its folder. The engine itself reports it only on standard error. */
export function describeOpenFailure(folder: string, cause: unknown): StartRefused {
  let found: readonly string[] = [];
  try {
    found = unreadableFiles(folder);
  } catch {
    // The folder cannot even be listed; the message then says only that it cannot be opened.
  }
  return new StartRefused(
    found.length > 0
      ? `what the analytics engine has stored in ${folder} is damaged (${found.join(', ')}): ${restoreAdvice}`
      : `the analytics engine cannot open ${folder}, for the reason it gives above. Where that is damage: ${restoreAdvice}`,
    { cause },
  );
}
