import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkit';
import { type PaperFont, type PaperWeight, paperFamily } from './fonts/paper-fonts.ts';

/** How wide a text is when it is drawn, in the unit of `size`. */
export type WidthOf = (text: string, size: number, weight: PaperWeight) => number;

/** Measures with the fonts that pictures are drawn with, Arabic joined as it will be. */
export async function measureText(fonts: readonly PaperFont[]): Promise<WidthOf> {
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
