import { freeze } from './freeze.ts';
import { asData, ownFonts } from './own-fonts.ts';

/** Dots per px of the page: sharp on paper and in slides. */
const density = 2;
/** px around the card. */
const margin = 16;
/** px of a table laid out whole: 2480 dots of picture, an A4 page in print (G09). */
const wholeWidth = 2480 / density - 2 * margin;
/** No browser draws larger surfaces reliably. */
const longest = 16_000;

/**
 * A PNG of an element as it stands on the page, in its colours and fonts. What scrolls (`data-export="whole"`) is drawn
 * from a hidden copy that takes all the room it needs.
 */
export async function pictureOf(element: HTMLElement): Promise<Blob> {
  const stage = element.querySelector('[data-export="whole"]') === null ? null : openStage(element, wholeWidth);
  const source = stage?.copy ?? element;
  try {
    await document.fonts.ready;
    const { width, height } = source.getBoundingClientRect();
    const frozen = freeze(source) as HTMLElement;
    const inline = { 'min-width': '0', 'max-width': 'none', width: `${Math.ceil(width)}px` };
    write(frozen, { ...inline, position: 'static', margin: `${margin}px`, opacity: '1' });
    await carryImages(frozen);
    const ground = getComputedStyle(document.body).backgroundColor;
    const size = { width: Math.ceil(width) + 2 * margin, height: Math.ceil(height) + 2 * margin };
    return await paint(asSvg(frozen, size, await ownFonts()), size, ground);
  } finally {
    stage?.close();
  }
}

/** A hidden copy that nothing holds together: no scrolling, no cut texts. Marked parts lose their fixed height. */
function openStage(element: HTMLElement, width: number) {
  const host = document.createElement('div');
  host.setAttribute('aria-hidden', 'true');
  host.inert = true;
  write(host, { position: 'fixed', top: '0', left: '-100000px', width: `${width}px` });
  host.dir = document.documentElement.dir;
  const copy = element.cloneNode(true) as HTMLElement;
  // Under the page's policy styles written as text do nothing, also in copies.
  const sources = [...element.querySelectorAll<HTMLElement>('*')];
  for (const [place, node] of copy.querySelectorAll<HTMLElement>('*').entries())
    node.style.cssText = sources[place]?.style.cssText ?? '';
  write(copy, { width: 'max-content', 'min-width': '100%' });
  for (const held of copy.querySelectorAll('[data-export="whole"]'))
    for (let node = held; node !== copy && node.parentElement !== null; node = node.parentElement)
      write(node as HTMLElement, { height: 'auto', 'max-height': 'none', overflow: 'visible' });
  host.append(copy);
  document.body.append(host);
  return { copy, close: () => host.remove() };
}

function write(element: HTMLElement, styles: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value);
}

/** Pictures within a picture have to be in it. */
async function carryImages(frozen: HTMLElement): Promise<void> {
  const images = [...frozen.querySelectorAll<HTMLImageElement | SVGImageElement>('img, image')];
  await Promise.all(
    images.map(async (image) => {
      const name = image instanceof HTMLImageElement ? 'src' : 'href';
      const address = image.getAttribute(name);
      if (address === null || address.startsWith('data:')) return;
      const content = await asData(new URL(address, document.baseURI).href);
      if (content === null) image.remove();
      else image.setAttribute(name, content);
    }),
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function asSvg(frozen: Element, { width, height }: Size, fonts: string): string {
  const body = document.createElementNS('http://www.w3.org/1999/xhtml', 'div');
  const style = document.createElementNS('http://www.w3.org/1999/xhtml', 'style');
  style.textContent = fonts;
  body.append(style, frozen);
  // A display that keeps the card's margins inside.
  body.setAttribute('class', 'ground');
  const content = new XMLSerializer().serializeToString(body);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><style>.ground{display:flow-root}</style><foreignObject width="100%" height="100%">${content}</foreignObject></svg>`;
}

async function paint(svg: string, { width, height }: Size, ground: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(density, longest / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no surface to draw on');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))), 'image/png'),
  );
}
