/** A mail prepared for a frame without scripts and without inline styles. */
export interface SanitizedMail {
  /** HTML document without scripts, styles and link targets. */
  readonly document: string;
  /** Content of its style elements. */
  readonly sheet: string;
  /** Contents of style attributes. The n-th belongs to the element with `data-style-of="n"`. */
  readonly styles: readonly string[];
}

export const styleAttribute = 'data-style-of';

const styleElement = /<style[^>]*>([\s\S]*?)<\/style>/gi;
const unwanted = 'script, link, meta[http-equiv], base, iframe, object, embed, form, style';

/**
 * Prepares a mail for the preview. The page's content security policy forbids inline styles, so they are extracted and
 * set through the DOM. Links keep their look and lead nowhere.
 */
export function sanitizeMail(html: string): SanitizedMail {
  // Extracted before parsing, because the parser reports each one as a policy violation.
  const sheets = [...html.matchAll(styleElement)].map(([, text = '']) => text);
  const bare = html.replace(styleElement, '').replace(/(\s)style=(["'])/gi, `$1${styleAttribute}=$2`);
  const parsed = new DOMParser().parseFromString(bare, 'text/html');
  for (const element of parsed.querySelectorAll(unwanted)) element.remove();
  const styles: string[] = [];
  for (const element of parsed.querySelectorAll('*')) {
    for (const { name } of [...element.attributes])
      if (/^on/i.test(name) || name === 'href' || name === 'srcset' || name === 'background')
        element.removeAttribute(name);
    const style = element.getAttribute(styleAttribute);
    if (style === null) continue;
    element.setAttribute(styleAttribute, String(styles.length));
    styles.push(style);
  }
  return { document: `<!doctype html>${parsed.documentElement.outerHTML}`, sheet: sheets.join('\n'), styles };
}

/** Applies the extracted styles to a frame's document. */
export function applyStyles(frame: HTMLIFrameElement, { sheet, styles }: SanitizedMail): void {
  const { contentDocument, contentWindow } = frame;
  if (contentDocument === null || contentWindow === null) return;
  for (const element of contentDocument.querySelectorAll<HTMLElement>(`[${styleAttribute}]`))
    element.style.cssText = styles[Number(element.getAttribute(styleAttribute))] ?? '';
  // A document accepts only style sheets created in its own window.
  const own = new (contentWindow as Window & typeof globalThis).CSSStyleSheet();
  own.replaceSync(sheet);
  contentDocument.adoptedStyleSheets = [own];
}
