import { join } from 'node:path';
import { inject } from 'vitest';
import type { programs } from './programs.ts';

/** The file to start: the program joined with all it imports, as `npm start` has it, since loading it file by file takes seconds. */
export const programFile = (program: (typeof programs)[number]): string =>
  join(inject('programsFolder'), program.replace(/\.ts$/, '.mjs'));
