import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { StartRefused } from '../start-refused.ts';
import { whatToDo } from './what-to-do.ts';

/** What the embedded engine reads of each table before it opens, and how a whole one looks. */
const wholeFiles: readonly (readonly [name: RegExp, content: RegExp])[] = [
  [/\.sql$/, /^ATTACH /],
  [/^format_version\.txt$/, /^\d+\s*$/],
];

/** Its files that nothing can be read from, by their paths below the folder. */
function unreadableFiles(folder: string): readonly string[] {
  const unreadable: string[] = [];
  // Everything else is a link into here.
  for (const entry of readdirSync(join(folder, 'store'), { recursive: true, withFileTypes: true })) {
    const content = wholeFiles.find(([name]) => name.test(entry.name))?.[1];
    const file = join(entry.parentPath, entry.name);
    if (content !== undefined && entry.isFile() && !content.test(readFileSync(file, 'utf8')))
      unreadable.push(relative(folder, file));
  }
  return unreadable.toSorted();
}

/** Why the embedded engine does not open its folder, in words: the engine itself tells it to the standard error alone. */
export function cannotOpen(folder: string, cause: unknown): StartRefused {
  let found: readonly string[] = [];
  try {
    found = unreadableFiles(folder);
  } catch {
    // A folder that cannot even be listed: that it does not open is what there is to tell.
  }
  return new StartRefused(
    found.length > 0
      ? `what the analytics engine has stored in ${folder} is damaged (${found.join(', ')}): ${whatToDo}`
      : `the analytics engine cannot open ${folder}, for the reason it gives above. Where that is damage: ${whatToDo}`,
    { cause },
  );
}
