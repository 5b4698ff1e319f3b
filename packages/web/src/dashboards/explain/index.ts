export { ExplainProvider, type Explains, useExplain } from './explain-context.tsx';
export { Explainable } from './explainable.tsx';
export { type Derivation, type Explained, type Sibling, toExplainedSpans } from './explained.ts';
