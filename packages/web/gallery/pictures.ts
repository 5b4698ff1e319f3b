const address = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
const draw = (parts: string) => address(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200">${parts}</svg>`);

const room = (x: number, y: number, width: number, height: number) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="#8a8f98" stroke-width="2"/>`;

/** Boxes of the four shops, in the map's units. */
export const boxes = [
  { x: 20, y: 20, width: 110, height: 70 },
  { x: 145, y: 20, width: 130, height: 160 },
  { x: 20, y: 105, width: 110, height: 75 },
  { x: 290, y: 20, width: 90, height: 160 },
] as const;

export const plan = draw(
  `${room(8, 8, 384, 184)}${boxes.map(({ x, y, width, height }) => room(x, y, width, height)).join('')}`,
);

const blob = (x: number, y: number, radius: number) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="#6f96ff" fill-opacity="0.5"/><circle cx="${x}" cy="${y}" r="${radius / 2}" fill="#133fc4" fill-opacity="0.6"/>`;

export const warmth = draw([blob(205, 95, 48), blob(75, 55, 30), blob(330, 120, 34), blob(75, 140, 18)].join(''));
