import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDrawing, type Drawing } from '../drawing/index.ts';

/** What draws, with nothing begun before something is drawn. */
export const testDrawing = (): Drawing => createDrawing(join(tmpdir(), 'atrium-test-fonts'));
