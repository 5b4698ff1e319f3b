export { InlineSelect } from './inline-select.tsx';
