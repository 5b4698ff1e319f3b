export { type Entry, find } from './find.ts';
export { LongSelect } from './long-select.tsx';
export { LongSelectField } from './long-select-field.tsx';
export { useShortlist } from './use-shortlist.tsx';
export { windowOf } from './window.ts';
