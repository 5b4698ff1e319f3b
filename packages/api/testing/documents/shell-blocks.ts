/** A block of shell commands in a document. */
export interface ShellBlock {
  /** Line of the document at which it begins, for messages. */
  readonly line: number;
  readonly commands: string;
  /** Why it is not run; null if it is. */
  readonly notRun: string | null;
}

interface Block extends ShellBlock {
  /** Word after the fence; empty for none. */
  readonly language: string;
}

/** Throws for a block without an end. */
function findBlocks(markdown: string): readonly Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent, language = ''] = /^( *)```(.*)$/.exec(lines[at] ?? '') ?? [];
    if (indent === undefined) continue;
    const end = lines.indexOf(`${indent}\`\`\``, at + 1);
    if (end === -1) throw new Error(`the block of line ${at + 1} has no end`);
    const [, notRun = null] = /^<!-- not run: (.+) -->$/.exec(lines[at - 1]?.trim() ?? '') ?? [];
    blocks.push({ language, line: at + 2, commands: lines.slice(at + 1, end).join('\n'), notRun });
    at = end;
  }
  return blocks;
}

/**
 * Finds the blocks marked as `sh`. A comment `<!-- not run: reason -->` directly above a block exempts it; a block
 * without one is run.
 */
export const findShellBlocks = (markdown: string): readonly ShellBlock[] =>
  findBlocks(markdown).filter(({ language }) => language === 'sh');

const isCommand = (line: string) =>
  /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|curl|docker|podman|sudo|mkdir|journalctl) /.test(line.trim());

/** Returns the lines of other blocks that give a command, and so would never be run. */
export const findUnmarkedCommands = (markdown: string): readonly string[] =>
  findBlocks(markdown)
    .filter(({ language }) => language !== 'sh')
    .flatMap(({ commands }) => commands.split('\n').filter(isCommand));
