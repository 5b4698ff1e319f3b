import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDrawing, type Drawing } from '../drawing/drawing.ts';

/** Creates a drawing service that starts no process before the first use. */
export const testDrawing = (): Drawing => createDrawing(join(tmpdir(), 'atrium-test-fonts'));
