import { join } from 'node:path';
import { inject } from 'vitest';
import type { programs } from './programs.ts';

/** Returns the path of a bundled program, as `npm start` builds it, because loading it file by file takes seconds. */
export const programFile = (program: (typeof programs)[number]): string =>
  join(inject('programsFolder'), program.replace(/\.ts$/, '.mjs'));
