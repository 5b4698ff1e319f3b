const key = 'atrium.briefHeight';

/** Stores how high the brief is at the present width, so that the next visit reserves as much. */
export function rememberHeight(element: HTMLElement | null): void {
  if (element !== null) localStorage.setItem(key, `${innerWidth} ${Math.round(element.offsetHeight)}`);
}

/** Returns the height to reserve while the brief loads, px; that of its lead alone if it was never seen at this width. */
export function recallHeight(): number {
  const [width, height] = (localStorage.getItem(key) ?? '').split(' ').map(Number);
  return width === innerWidth && height !== undefined && height > 0 && height < maxHeight ? height : leadHeight;
}

/** The lead row with its margin. */
const leadHeight = 72;
const maxHeight = 2000;
