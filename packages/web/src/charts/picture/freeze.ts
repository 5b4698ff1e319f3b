import { keptStyles } from './kept-styles.ts';

const svgSpace = 'http://www.w3.org/2000/svg';

/**
 * A copy of an element that looks the same without the page's style sheets: every look is written into the element
 * itself. What is marked `data-export="skip"` is left out: buttons and menus have no business in a picture.
 */
export function freeze(source: Element): Element {
  const copy = source.cloneNode(false) as Element;
  for (const { name } of [...copy.attributes])
    if (name === 'class' || name === 'style' || name.startsWith('on')) copy.removeAttribute(name);
  if (copy instanceof HTMLElement || copy instanceof SVGElement) write(copy, getComputedStyle(source));
  const before = pseudo(source, '::before');
  const after = pseudo(source, '::after');
  if (before) copy.append(before);
  for (const child of source.childNodes) {
    if (child instanceof Element) {
      if (isShown(child)) copy.append(freeze(child));
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
  for (const name of keptStyles) {
    const value = style.getPropertyValue(name);
    if (value !== '') copy.style.setProperty(name, value);
  }
}

/** What a style sheet draws before or after the content, as an element. */
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
