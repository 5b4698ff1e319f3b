export { ExplainProvider, type Explains, useExplain } from './explain-context.tsx';
export { Explainable } from './explainable.tsx';
export type { Derivation, Explained, Sibling } from './explained.ts';
