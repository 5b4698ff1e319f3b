// Sections that links can name.

/** Returns the anchors of a Markdown document's headings, spelt as GitHub spells them. */
export function findAnchors(markdown) {
  const prose = markdown.replace(/^```[\s\S]*?^```$/gm, '');
  const anchors = new Set();
  for (const [, title] of prose.matchAll(/^#+ (.+)$/gm)) {
    const anchor = title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    let unique = anchor;
    for (let number = 1; anchors.has(unique); number += 1) unique = `${anchor}-${number}`;
    anchors.add(unique);
  }
  return anchors;
}
