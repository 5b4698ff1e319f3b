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
export function inlineStyles(source: Element): Element {
  const copy = source.cloneNode(false) as Element;
  for (const { name } of [...copy.attributes])
    if (name === 'class' || name === 'style' || name.startsWith('on')) copy.removeAttribute(name);
  if (copy instanceof HTMLElement || copy instanceof SVGElement) write(copy, getComputedStyle(source));
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

function write(copy: HTMLElement | SVGElement, style: CSSStyleDeclaration): void {
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
  write(stand, style);
  stand.textContent = /^"(.*)"$/.exec(content)?.[1] ?? '';
  return stand;
}
