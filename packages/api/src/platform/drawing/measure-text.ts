import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkit';
import { type PaperFont, type PaperWeight, paperFamily } from './paper-fonts.ts';

/** Returns the drawn width of a text, in the unit of `size`. */
export type MeasureWidth = (text: string, size: number, weight: PaperWeight) => number;

/** Creates a function that measures with the fonts used for drawing, with Arabic shaping. */
export async function createMeasureWidth(fonts: readonly PaperFont[]): Promise<MeasureWidth> {
  const byWeight = new Map<PaperWeight, Font>();
  for (const { family, weight, path } of fonts) {
    if (family !== paperFamily) continue;
    const font = create(await readFile(path));
    if (!('layout' in font)) throw new Error('a collection of fonts is no font');
    byWeight.set(weight, font);
  }
  return (text, size, weight) => {
    const font = byWeight.get(weight);
    if (font === undefined) throw new Error(`no font of weight ${weight}`);
    return (font.layout(text).advanceWidth / font.unitsPerEm) * size;
  };
}
