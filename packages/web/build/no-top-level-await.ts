import type { Plugin } from 'vite';
import { parseAst } from 'vite';

/**
 * Fails the build if a chunk uses top-level await. In WebKit (bug 242740, Safari 15 to 26) the second `import()` of a
 * chunk that depends on one resolves too early. The chunk is not evaluated yet, and its exports are missing.
 */
export function noTopLevelAwait(): Plugin {
  return {
    name: 'atrium:no-top-level-await',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && /\bawait\b/.test(file.code) && hasTopLevelAwait(file.code))
          this.error(`${file.fileName} awaits outside of functions; it holds:\n${file.moduleIds.join('\n')}`);
    },
  };
}

interface Node {
  readonly type: string;
  readonly await?: boolean;
  readonly kind?: string;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const waits = (node: Node) =>
  node.type === 'AwaitExpression' ||
  (node.type === 'ForOfStatement' && node.await === true) ||
  (node.type === 'VariableDeclaration' && node.kind === 'await using');

export function hasTopLevelAwait(code: string): boolean {
  const pending: unknown[] = [parseAst(code, { sourceType: 'module' })];
  while (pending.length > 0) {
    const value = pending.pop();
    if (Array.isArray(value)) pending.push(...value);
    else if (isNode(value)) {
      if (waits(value)) return true;
      if (!/Function/.test(value.type)) pending.push(...Object.values(value));
    }
  }
  return false;
}
