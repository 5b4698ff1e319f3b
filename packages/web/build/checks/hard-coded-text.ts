import { parseSync } from 'vite';

/** A user-visible text in code instead of a catalogue. */
export interface HardCodedText {
  readonly line: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** Attributes whose value is displayed or read by screen readers. */
const shown =
  /^(aria-(label|description|roledescription|placeholder|valuetext)|title|alt|placeholder|label|summary|text)$/;
/** Two letters or more: single-letter units, symbols and digits need no translation. */
const words = /\p{L}{2}/u;

/** Finds literal texts between tags, in displayed attributes and in toasts. */
export function hardCodedTexts(file: string, source: string): readonly HardCodedText[] {
  const found: HardCodedText[] = [];
  const keep = (node: Node, text: unknown) => {
    if (typeof text !== 'string' || !words.test(text)) return;
    found.push({ line: source.slice(0, node.start).split('\n').length, text: text.trim() });
  };
  visit(parseSync(file, source).program, (node, parent) => {
    if (node.type === 'JSXText') keep(node, node.value);
    if (node.type === 'JSXExpressionContainer' && /^JSX(Element|Fragment)$/.test(parent?.type ?? ''))
      for (const literal of literalsOf(node.expression)) keep(...literal);
    if (node.type === 'JSXAttribute' && shown.test(nameOf(node.name)))
      for (const literal of literalsOf(node.value)) keep(...literal);
    if (node.type === 'CallExpression' && nameOf(node.callee) === 'toast')
      for (const literal of literalsOf((node.arguments as unknown[])[1])) keep(...literal);
  });
  return found;
}

/**
 * Returns the literals an expression can evaluate to: itself, both branches of a conditional, the parts of a template.
 */
function literalsOf(value: unknown): readonly (readonly [Node, unknown])[] {
  if (!isNode(value)) return [];
  const of = (...fields: string[]) => fields.flatMap((field) => literalsOf(value[field]));
  if (value.type === 'Literal') return [[value, value.value]];
  if (value.type === 'JSXExpressionContainer') return of('expression');
  if (value.type === 'ConditionalExpression') return of('consequent', 'alternate');
  if (value.type === 'LogicalExpression') return of('left', 'right');
  if (value.type === 'TemplateLiteral')
    return (value.quasis as Node[]).map((quasi) => [quasi, (quasi.value as { cooked: unknown }).cooked] as const);
  return [];
}

function visit(node: unknown, see: (node: Node, parent: Node | null) => void, parent: Node | null = null): void {
  if (Array.isArray(node)) for (const each of node) visit(each, see, parent);
  else if (isNode(node)) {
    see(node, parent);
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value, see, node);
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const nameOf = (node: unknown) => (isNode(node) && typeof node.name === 'string' ? node.name : '');
