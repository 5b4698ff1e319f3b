/** Properties that determine an element's look. Other computed properties are defaults or follow from these. */
const boxes = ['top', 'right', 'bottom', 'left'];
export const inlinedProperties: readonly string[] = [
  ...boxes,
  ...boxes.flatMap((side) => [`margin-${side}`, `padding-${side}`]),
  ...boxes.flatMap((side) => ['width', 'style', 'color'].map((part) => `border-${side}-${part}`)),
  ...['top-left', 'top-right', 'bottom-left', 'bottom-right'].map((corner) => `border-${corner}-radius`),
  ...['display', 'position', 'float', 'box-sizing', 'overflow-x', 'overflow-y', 'z-index', 'visibility', 'opacity'],
  ...['width', 'height', 'min-width', 'min-height', 'max-width', 'max-height', 'aspect-ratio'],
  ...[
    'background-color',
    'background-image',
    'background-size',
    'background-position',
    'background-repeat',
    'box-shadow',
  ],
  ...['transform', 'transform-origin', 'translate', 'rotate', 'scale', 'clip-path', 'filter', 'object-fit'],
  ...['appearance', 'list-style-type'],
  ...[
    'color',
    'font-family',
    'font-size',
    'font-weight',
    'font-style',
    'font-variant-numeric',
    'font-feature-settings',
  ],
  ...['line-height', 'letter-spacing', 'text-align', 'text-transform', 'text-overflow'],
  ...['text-decoration-line', 'text-decoration-color', 'text-decoration-thickness', 'text-underline-offset'],
  ...['white-space', 'overflow-wrap', 'vertical-align', 'direction', 'unicode-bidi'],
  ...['flex-direction', 'flex-wrap', 'flex-grow', 'flex-shrink', 'flex-basis', 'order', 'row-gap', 'column-gap'],
  ...['align-items', 'align-content', 'align-self', 'justify-items', 'justify-content', 'justify-self'],
  // Without area names, elements placed by name would lie outside the grid.
  ...['grid-template-areas', 'grid-template-columns', 'grid-template-rows'],
  ...['grid-auto-flow', 'grid-auto-rows', 'grid-auto-columns'],
  ...['grid-column-start', 'grid-column-end', 'grid-row-start', 'grid-row-end'],
  ...['border-collapse', 'border-spacing', 'table-layout'],
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray'],
  ...['stroke-linecap', 'stroke-linejoin', 'vector-effect', 'paint-order', 'text-anchor', 'dominant-baseline'],
];

const svgSpace = 'http://www.w3.org/2000/svg';

/**
 * Copies an element with its computed styles inlined, so that it needs no style sheets. Omits elements marked
 * `data-export="skip"`, such as buttons and menus.
 */
function inlineStyles(source: Element): Element {
  const copy = source.cloneNode(false) as Element;
  for (const { name } of [...copy.attributes])
    if (name === 'class' || name === 'style' || name.startsWith('on')) copy.removeAttribute(name);
  if (copy instanceof HTMLElement || copy instanceof SVGElement) writeAll(copy, getComputedStyle(source));
  const before = pseudo(source, '::before');
  const after = pseudo(source, '::after');
  if (before) copy.append(before);
  for (const child of source.childNodes) {
    if (child instanceof Element) {
      if (isShown(child)) copy.append(inlineStyles(child));
    } else if (child.nodeType === Node.TEXT_NODE) copy.append(child.cloneNode());
  }
  if (after) copy.append(after);
  return copy;
}

function isShown(element: Element): boolean {
  if (element.getAttribute('data-export') === 'skip') return false;
  if (element.namespaceURI === svgSpace) return true;
  return getComputedStyle(element).display !== 'none';
}

function writeAll(copy: HTMLElement | SVGElement, style: CSSStyleDeclaration): void {
  for (const name of inlinedProperties) {
    const value = style.getPropertyValue(name);
    if (value !== '') copy.style.setProperty(name, value);
  }
}

/** Converts a pseudo-element to an element; null if it draws nothing. */
function pseudo(source: Element, which: '::before' | '::after'): HTMLElement | null {
  if (source.namespaceURI === svgSpace) return null;
  const style = getComputedStyle(source, which);
  const { content } = style;
  if (content === 'none' || content === 'normal' || content === '' || style.display === 'none') return null;
  const stand = document.createElement('span');
  writeAll(stand, style);
  stand.textContent = /^"(.*)"$/.exec(content)?.[1] ?? '';
  return stand;
}

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
