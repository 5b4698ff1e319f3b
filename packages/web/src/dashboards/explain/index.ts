export { ExplainProvider, type Explains, useExplain } from './explain-context.tsx';
export type { Explained, Sibling } from './explained.ts';
