export { type GridCell, type GridInput, layoutGrid } from './grid-layout.ts';
