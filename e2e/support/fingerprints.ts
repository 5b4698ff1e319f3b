import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

/**
 * Fingerprint of a picture: mean colours of a grid, with a hex digit each for red, green and blue. A few hundred
 * characters instead of a hundred kilobytes, and insensitive to antialiasing. It detects what is missing, moved or
 * recoloured, but not a word replaced by one of the same length.
 */
export type Prints = Readonly<Record<string, string>>;

export interface StoredPrints {
  /** Major version that drew them: others lay out text slightly differently. */
  readonly chromium: string;
  readonly prints: Readonly<Record<string, Prints>>;
}

const grid = { across: 24, down: 10 };
const folder = path.resolve(import.meta.dirname, '../gallery');
const fileOf = (type: string) => path.join(folder, `${type}.json`);

/** Takes a screenshot of the whole page, saves it to `file`, and returns the fingerprint of each state. */
export async function takePrints(page: Page, file: string): Promise<Prints> {
  const picture = await page.screenshot({ path: file, fullPage: true, animations: 'disabled', caret: 'hide' });
  return page.evaluate(
    async ({ data, across, down }) => {
      const image = new Image();
      image.src = data;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext('2d', { willReadFrequently: true });
      if (pen === null) throw new Error('There is nothing to draw on');
      pen.drawImage(image, 0, 0);
      const printOf = (element: Element) => {
        const box = element.getBoundingClientRect();
        const [x, y] = [Math.round(box.x + scrollX), Math.round(box.y + scrollY)];
        const [width, height] = [Math.round(box.width), Math.round(box.height)];
        const dots = pen.getImageData(x, y, width, height).data;
        const sums = new Float64Array(across * down * 4);
        for (let dot = 0; dot < width * height; dot++) {
          const column = Math.floor(((dot % width) * across) / width);
          const row = Math.floor((Math.floor(dot / width) * down) / height);
          const at = (row * across + column) * 4;
          for (let channel = 0; channel < 3; channel++)
            sums[at + channel] = (sums[at + channel] ?? 0) + (dots[dot * 4 + channel] ?? 0);
          sums[at + 3] = (sums[at + 3] ?? 0) + 1;
        }
        return Array.from({ length: across * down * 3 }, (_, place) => {
          const at = Math.floor(place / 3) * 4;
          const mean = (sums[at + (place % 3)] ?? 0) / Math.max(1, sums[at + 3] ?? 0);
          return Math.round((mean / 255) * 15).toString(16);
        }).join('');
      };
      return Object.fromEntries(
        [...document.querySelectorAll('[data-state]')].map((cell) => [
          cell.getAttribute('data-state') ?? '',
          printOf(cell),
        ]),
      );
    },
    { data: `data:image/png;base64,${picture.toString('base64')}`, ...grid },
  );
}

const major = (version: string) => version.split('.')[0] ?? version;

export function storePrints(type: string, version: string, prints: StoredPrints['prints']): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(type), `${JSON.stringify({ chromium: major(version), prints }, null, 2)}\n`);
}

export function readPrints(type: string): StoredPrints | null {
  return existsSync(fileOf(type)) ? (JSON.parse(readFileSync(fileOf(type), 'utf8')) as StoredPrints) : null;
}

/**
 * Tells whether pictures can be compared: only the build machine's browser and fonts draw like the stored ones. A type
 * without a fingerprint is compared, and fails.
 */
export function isComparable(kept: StoredPrints | null, version: string): boolean {
  if (kept === null) return true;
  return kept.chromium === major(version) && existsSync('/usr/share/fonts/truetype/noto');
}

/**
 * Returns the looks and states whose fingerprints differ. Ignores digits that differ by one, because rounded borders
 * vary that much.
 */
export function findDifferences(kept: StoredPrints['prints'], found: StoredPrints['prints']): readonly string[] {
  const looks = [...new Set([...Object.keys(kept), ...Object.keys(found)])];
  return looks.flatMap((look) => {
    const states = [...new Set([...Object.keys(kept[look] ?? {}), ...Object.keys(found[look] ?? {})])];
    return states.flatMap((state) => {
      const [one, other] = [kept[look]?.[state] ?? '', found[look]?.[state] ?? ''];
      const far = [...one].filter((digit, place) => Math.abs(hex(digit) - hex(other[place])) > 1).length;
      return one.length !== other.length || far > 0 ? [`${look} ${state}: ${far} of ${one.length} places differ`] : [];
    });
  });
}

const hex = (digit: string | undefined) => Number.parseInt(digit ?? '0', 16);
