export type Rgba = readonly [red: number, green: number, blue: number, opacity: number];
export type Box = readonly [x: number, y: number, width: number, height: number];

/** An RGBA image in memory, row by row, initially transparent. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** Fills a box in whole pixels, clipped to the canvas. */
  fill(box: Box, color: Rgba): void;
  /** Draws a frame inside the box. */
  frame(box: Box, thickness: number, color: Rgba): void;
}

export function createCanvas(width: number, height: number): Canvas {
  const pixels = new Uint8Array(width * height * 4);
  function fill([x, y, w, h]: Box, color: Rgba): void {
    for (let row = Math.max(0, y); row < Math.min(height, y + h); row += 1)
      for (let column = Math.max(0, x); column < Math.min(width, x + w); column += 1)
        pixels.set(color, (row * width + column) * 4);
  }
  return {
    width,
    height,
    pixels,
    fill,
    frame([x, y, w, h], thickness, color) {
      fill([x, y, w, thickness], color);
      fill([x, y + h - thickness, w, thickness], color);
      fill([x, y, thickness, h], color);
      fill([x + w - thickness, y, thickness, h], color);
    },
  };
}
