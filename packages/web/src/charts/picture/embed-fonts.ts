/** Returns font-face rules with the loaded fonts embedded, because a picture cannot load anything. */
export async function embedFonts(): Promise<string> {
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
export async function fetchDataUrl(address: string): Promise<string | null> {
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
