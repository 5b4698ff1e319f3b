import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { StartRefused } from '../start-refused.ts';
import { restoreAdvice } from './restore-advice.ts';

/** Files that the embedded engine reads for each table when it opens, and the form of valid ones. */
const wholeFiles: readonly (readonly [name: RegExp, content: RegExp])[] = [
  [/\.sql$/, /^ATTACH /],
  [/^format_version\.txt$/, /^\d+\s*$/],
];

/** Returns the corrupt files, as paths below the folder. */
function unreadableFiles(folder: string): readonly string[] {
  const unreadable: string[] = [];
  // Everything else links to files in here.
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
