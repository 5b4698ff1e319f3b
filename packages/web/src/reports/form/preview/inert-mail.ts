/** A mail taken apart for a frame in which nothing runs, and where styles that stand in the text do nothing. */
export interface InertMail {
  /** A whole document without scripts, styles and ways out of it. */
  readonly document: string;
  /** What stood in its style elements. */
  readonly sheet: string;
  /** What stood in style attributes: the n-th belongs to the element marked `data-style-of="n"`. */
  readonly styles: readonly string[];
}

export const styledBy = 'data-style-of';

const styleElement = /<style[^>]*>([\s\S]*?)<\/style>/gi;
const unwanted = 'script, link, meta[http-equiv], base, iframe, object, embed, form, style';

/**
 * Mails are styled inline, and the page's policy takes no styles that stand in a text: they are taken out here, and set
 * one by one on the frame's own elements. Links keep their looks and lead nowhere: a preview is looked at.
 */
export function inertMail(html: string): InertMail {
  // Out before it is parsed: a parser under the page's policy complains of each of them.
  const sheets = [...html.matchAll(styleElement)].map(([, text = '']) => text);
  const bare = html.replace(styleElement, '').replace(/(\s)style=(["'])/gi, `$1${styledBy}=$2`);
  const parsed = new DOMParser().parseFromString(bare, 'text/html');
  for (const element of parsed.querySelectorAll(unwanted)) element.remove();
  const styles: string[] = [];
  for (const element of parsed.querySelectorAll('*')) {
    for (const { name } of [...element.attributes])
      if (/^on/i.test(name) || name === 'href' || name === 'srcset' || name === 'background')
        element.removeAttribute(name);
    const style = element.getAttribute(styledBy);
    if (style === null) continue;
    element.setAttribute(styledBy, String(styles.length));
    styles.push(style);
  }
  return { document: `<!doctype html>${parsed.documentElement.outerHTML}`, sheet: sheets.join('\n'), styles };
}

/** Gives a frame's document the looks that were taken out of it. */
export function dress(frame: HTMLIFrameElement, { sheet, styles }: InertMail): void {
  const { contentDocument, contentWindow } = frame;
  if (contentDocument === null || contentWindow === null) return;
  for (const element of contentDocument.querySelectorAll<HTMLElement>(`[${styledBy}]`))
    element.style.cssText = styles[Number(element.getAttribute(styledBy))] ?? '';
  // A document takes sheets that were made in its own window alone.
  const own = new (contentWindow as Window & typeof globalThis).CSSStyleSheet();
  own.replaceSync(sheet);
  contentDocument.adoptedStyleSheets = [own];
}
