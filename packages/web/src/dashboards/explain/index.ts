export { ExplainProvider, type Explains, useExplain } from './explain-context.tsx';
export { type Explained, type Sibling, stretchesOf } from './explained.ts';
