import { inlinedProperties } from './inlined-properties.ts';

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
