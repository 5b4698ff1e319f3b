export { LongSelect } from './long-select.tsx';
export { LongSelectField } from './long-select-field.tsx';
export { type Entry, searchEntries } from './search-entries.ts';
export { useShortlist } from './use-shortlist.tsx';
export { selectWindow } from './window.ts';
