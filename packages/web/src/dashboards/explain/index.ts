export { type Explained, ExplainProvider, type Explains, type Sibling, useExplain } from './explain-context.tsx';
