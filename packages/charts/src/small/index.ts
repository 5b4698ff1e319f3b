export { layoutBars } from './bars-layout.ts';
export { layoutLine, type Size, type SmallInput } from './line-layout.ts';
