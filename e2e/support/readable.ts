import type { Page } from '@playwright/test';

/** What a reader would miss, each as a sentence that names the place. */
export interface Unreadable {
  /** Text that screen readers announce but that is invisible, and controls without a size. */
  readonly hidden: readonly string[];
  /** Text, marks and controls that overflow their card, or are cut off by a box. */
  readonly outside: readonly string[];
  /** Labels that overlap. */
  readonly overlapping: readonly string[];
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

type Kind = 'text' | 'control' | 'mark';

interface Piece {
  readonly kind: Kind;
  readonly name: string;
  readonly isFaded: boolean;
  readonly isForEyesOnly: boolean;
  /** px; 0 if it is not text. */
  readonly fontSize: number;
  /** One box per line, clipped to its visible part, and whether it is permanently cut off. */
  readonly boxes: readonly { readonly seen: Box; readonly isCutOff: boolean }[];
}

interface Card {
  readonly where: string;
  readonly edge: Box;
  readonly pieces: readonly Piece[];
}

/** Tolerance for fractions of a pixel and card borders, px. */
const slack = 1.5;
/** Share of the font size above and below the letters that contains no ink. */
const lineRoom = 0.22;

/**
 * Measures everything drawn within the elements of `cards`. Scrolled content is measured where it can be scrolled to.
 */
export async function findUnreadable(page: Page, cards: string): Promise<Unreadable> {
  const measured = await page.evaluate(measure, { cards, slack });
  return {
    hidden: sentences(measured, hiddenIn),
    outside: sentences(measured, outsideOf),
    overlapping: sentences(measured, overlapsIn),
  };
}

const sentences = (cards: readonly Card[], find: (card: Card) => readonly string[]) => [
  ...new Set(cards.flatMap((card) => find(card).map((what) => `${card.where}: ${what}`))),
];

const sizeOf = ({ left, top, right, bottom }: Box) => Math.max(0, right - left) * Math.max(0, bottom - top);

function hiddenIn({ pieces }: Card): readonly string[] {
  return pieces.flatMap(({ kind, name, isFaded, isForEyesOnly, boxes }) => {
    if (kind === 'mark' || isForEyesOnly) return [];
    return isFaded || boxes.length === 0 ? [`${name} can't be seen`] : [];
  });
}

function outsideOf({ pieces, edge }: Card): readonly string[] {
  const isOut = ({ left, top, right, bottom }: Box) =>
    left < edge.left - slack || right > edge.right + slack || top < edge.top - slack || bottom > edge.bottom + slack;
  return pieces.flatMap(({ kind, name, isFaded, boxes }) =>
    isFaded
      ? []
      : boxes.flatMap(({ seen, isCutOff }) => {
          if (kind === 'text' && isCutOff) return [`${name} is cut off`];
          const isSeen = seen.right >= seen.left && seen.bottom >= seen.top;
          return isSeen && isOut(seen) ? [`${name} reaches beyond its card`] : [];
        }),
  );
}

function overlapsIn({ pieces }: Card): readonly string[] {
  const labels = pieces.flatMap(({ kind, name, isFaded, fontSize, boxes }, piece) =>
    kind !== 'text' || isFaded
      ? []
      : boxes.flatMap(({ seen }) => {
          const room = lineRoom * fontSize;
          const box = { ...seen, top: seen.top + room, bottom: seen.bottom - room };
          return sizeOf(box) < 1 ? [] : [{ name, piece, box }];
        }),
  );
  return labels.flatMap(({ name, piece, box }, place) =>
    labels.slice(place + 1).flatMap((other) => {
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      // A text with an ellipsis has an extra box.
      return piece !== other.piece && across > slack && down > slack ? [`${name} and ${other.name} overlap`] : [];
    }),
  );
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: it runs in the page, so it must be self-contained
function measure(of: { readonly cards: string; readonly slack: number }): Card[] {
  const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  function opacityOf(element: Element): number {
    let opacity = 1;
    for (let at: Element | null = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  }
  function clip(element: Element, box: Box, card: Element) {
    let seen = box;
    let isCutOff = false;
    let { position } = getComputedStyle(element);
    for (let at: Element | null = element; at && card.contains(at); at = at.parentElement) {
      const style = getComputedStyle(at);
      // An absolutely positioned element is not clipped by boxes between it and its containing block.
      if (at !== element && position === 'absolute' && style.position === 'static') continue;
      if (at !== element && style.position !== 'static') ({ position } = style);
      const [x, y] = [style.overflowX, style.overflowY];
      if (x === 'visible' && y === 'visible') continue;
      const around = at.getBoundingClientRect();
      // An ellipsis or a line clamp itself shows that there is more.
      const says = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      const isWider = seen.left < around.left - of.slack || seen.right > around.right + of.slack;
      const isHigher = seen.top < around.top - of.slack || seen.bottom > around.bottom + of.slack;
      if (!says && ((isCut(x) && isWider) || (isCut(y) && isHigher))) isCutOff = true;
      const [left, right] = x === 'visible' ? [seen.left, seen.right] : [around.left, around.right];
      const [top, bottom] = y === 'visible' ? [seen.top, seen.bottom] : [around.top, around.bottom];
      seen = {
        left: Math.max(seen.left, left),
        right: Math.min(seen.right, right),
        top: Math.max(seen.top, top),
        bottom: Math.min(seen.bottom, bottom),
      };
    }
    return { seen, isCutOff };
  }
  function pieceOf(kind: Kind, name: string, owner: Element, boxes: readonly DOMRect[], card: Element): Piece {
    return {
      kind,
      name,
      isFaded: opacityOf(owner) < 0.1,
      isForEyesOnly: owner.closest('[aria-hidden="true"]') !== null,
      fontSize: kind === 'text' ? Number.parseFloat(getComputedStyle(owner).fontSize) : 0,
      // Direction isolate characters have boxes without width.
      boxes: boxes
        .filter(({ width, height }) => kind === 'mark' || width * height >= 1)
        .map(({ left, top, right, bottom }) => clip(owner, { left, top, right, bottom }, card)),
    };
  }
  function piecesOf(card: Element): Piece[] {
    const pieces: Piece[] = [];
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest('defs, pattern, .visually-hidden');
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const owner = node.parentElement;
      const words = (node.textContent ?? '').trim();
      if (!owner || words === '' || owner.closest('title, option') || !isShown(owner)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      pieces.push(pieceOf('text', `'${words}'`, owner, [...range.getClientRects()], card));
    }
    for (const control of card.querySelectorAll('button, a[href], input, select, [role="slider"]')) {
      const name = `the control '${control.getAttribute('aria-label') ?? control.textContent}'`;
      if (isShown(control)) pieces.push(pieceOf('control', name, control, [...control.getClientRects()], card));
    }
    for (const mark of card.querySelectorAll('svg, svg *, img, canvas'))
      if (mark instanceof SVGGeometryElement || mark instanceof SVGSVGElement || !(mark instanceof SVGElement))
        if (isShown(mark)) pieces.push(pieceOf('mark', mark.tagName, mark, [mark.getBoundingClientRect()], card));
    return pieces;
  }
  // A row of cards may be in a section without a border that is no card itself.
  const all = [...document.querySelectorAll(of.cards)];
  return all
    .filter((element) => getComputedStyle(element).borderStyle !== 'none')
    .map((card) => {
      const { left, top, right, bottom } = card.getBoundingClientRect();
      const name = card.getAttribute('aria-label') ?? card.querySelector('h2')?.textContent ?? '';
      const where = `${card.closest('[data-state]')?.getAttribute('data-state') ?? ''} ${name}`;
      return { where, edge: { left, top, right, bottom }, pieces: piecesOf(card) };
    });
}
