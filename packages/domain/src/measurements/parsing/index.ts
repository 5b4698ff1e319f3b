/** Apart from the questions themselves: only those who take them from outside check them. */
export { parseQuery } from './parse-query.ts';
