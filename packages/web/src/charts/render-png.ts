import { inlineStyles } from './inline-styles.ts';

/** Pixels per CSS px, for sharp prints and slides. */
const density = 2;
/** Margin around the card in px. */
const margin = 16;
/** Width in px of a fully expanded table: 2480 pixels, an A4 page in print (G09). */
const wholeWidth = 2480 / density - 2 * margin;
/** Maximum canvas side in pixels that browsers draw reliably. */
const longest = 16_000;

/**
 * Renders an element as PNG, in the page's colors and fonts. Scrolling parts (`data-export="whole"`) are rendered from
 * a hidden copy at full size. Rejects if the canvas is too large.
 */
export async function renderPng(element: HTMLElement): Promise<Blob> {
  const stage = element.querySelector('[data-export="whole"]') === null ? null : openStage(element, wholeWidth);
  const source = stage?.copy ?? element;
  try {
    await document.fonts.ready;
    const { width, height } = source.getBoundingClientRect();
    const frozen = inlineStyles(source) as HTMLElement;
    const inline = { 'min-width': '0', 'max-width': 'none', width: `${Math.ceil(width)}px` };
    write(frozen, { ...inline, position: 'static', margin: `${margin}px`, opacity: '1' });
    await carryImages(frozen);
    const ground = getComputedStyle(document.body).backgroundColor;
    const size = { width: Math.ceil(width) + 2 * margin, height: Math.ceil(height) + 2 * margin };
    return await paint(asSvg(frozen, size, await embedFonts()), size, ground);
  } finally {
    stage?.close();
  }
}

/** Builds a hidden copy without scrolling or cut texts. Marked parts lose their fixed height. */
function openStage(element: HTMLElement, width: number) {
  const host = document.createElement('div');
  host.setAttribute('aria-hidden', 'true');
  host.inert = true;
  write(host, { position: 'fixed', top: '0', left: '-100000px', width: `${width}px` });
  host.dir = document.documentElement.dir;
  const copy = element.cloneNode(true) as HTMLElement;
  // The page's content security policy disables style attributes, also in copies, so they are set by script.
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

/** Embeds images, because an SVG image cannot load them. */
async function carryImages(frozen: HTMLElement): Promise<void> {
  const images = [...frozen.querySelectorAll<HTMLImageElement | SVGImageElement>('img, image')];
  await Promise.all(
    images.map(async (image) => {
      const name = image instanceof HTMLImageElement ? 'src' : 'href';
      const address = image.getAttribute(name);
      if (address === null || address.startsWith('data:')) return;
      const content = await fetchDataUrl(new URL(address, document.baseURI).href);
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
  // The class sets `display: flow-root`, which keeps the card's margins inside.
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

/** Returns font-face rules with the loaded fonts embedded, because a picture cannot load anything. */
async function embedFonts(): Promise<string> {
  const used = new Set([...document.fonts].filter(({ status }) => status === 'loaded').map(keyOf));
  const rules = [...document.styleSheets].flatMap(fontRules).filter(({ style }) =>
    used.has(
      keyOf({
        family: style.getPropertyValue('font-family'),
        weight: style.getPropertyValue('font-weight') || 'normal',
        unicodeRange: style.getPropertyValue('unicode-range') || 'U+0-10FFFF',
      }),
    ),
  );
  const texts = await Promise.all(rules.map(carried));
  return texts.join('\n');
}

function fontRules(sheet: CSSStyleSheet): readonly CSSFontFaceRule[] {
  try {
    return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
  } catch {
    // A cross-origin sheet hides its rules and contains none of our fonts.
    return [];
  }
}

function keyOf({ family, weight, unicodeRange }: Pick<FontFace, 'family' | 'weight' | 'unicodeRange'>): string {
  return [family.replaceAll(/["']/g, ''), weight, unicodeRange.replaceAll(/\s/g, '').toUpperCase()].join('|');
}

async function carried(rule: CSSFontFaceRule): Promise<string> {
  const address = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue('src'))?.[1];
  if (address === undefined) return '';
  const content = await fetchDataUrl(new URL(address, rule.parentStyleSheet?.href ?? document.baseURI).href);
  return content === null ? '' : rule.cssText.replace(/src:[^;]+;/, `src: url("${content}");`);
}

/** Loads a URL as a `data:` URL; null if that fails. */
async function fetchDataUrl(address: string): Promise<string | null> {
  const answer = await fetch(address).catch(() => null);
  if (answer === null || !answer.ok) return null;
  const content = await answer.blob();
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(content);
  });
}
