/** Separate from the queries, because only entry points parse external input. */
export { parseQuery } from './parse-query.ts';
