// Apart from the rest of exports: links from numbers to their export want nothing else.
export * from './data-types.ts';
