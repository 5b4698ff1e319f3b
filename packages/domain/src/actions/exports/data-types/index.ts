// Separate from the rest of exports, because links from numbers to their export need nothing else.
export * from './data-types.ts';
