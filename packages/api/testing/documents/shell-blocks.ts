/** A block of shell commands in a document. */
export interface ShellBlock {
  /** Line of the document at which it begins, for messages. */
  readonly line: number;
  readonly commands: string;
  /** Why it is not run; null if it is. */
  readonly notRun: string | null;
}

/**
 * Finds the blocks marked as `sh`. A comment `<!-- not run: reason -->` directly above a block exempts it; a block
 * without one is run.
 */
export function findShellBlocks(markdown: string): readonly ShellBlock[] {
  const lines = markdown.split('\n');
  const blocks: ShellBlock[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at] !== '```sh') continue;
    const end = lines.indexOf('```', at + 1);
    if (end === -1) throw new Error(`the block of line ${at + 1} has no end`);
    const [, reason = null] = /^<!-- not run: (.+) -->$/.exec(lines[at - 1] ?? '') ?? [];
    blocks.push({ line: at + 2, commands: lines.slice(at + 1, end).join('\n'), notRun: reason });
    at = end;
  }
  return blocks;
}
