const key = 'atrium.briefHeight';

/** Stores how high the brief is in the present layout, so that the next visit reserves as much. */
export function rememberHeight(element: HTMLElement | null): void {
  if (element !== null) localStorage.setItem(key, `${getLayout()} ${Math.round(element.offsetHeight)}`);
}

/** Returns the height to reserve while the brief loads, px; a usual one if it was never seen in this layout. */
export function recallHeight(): number {
  const [layout = '', text] = (localStorage.getItem(key) ?? '').split(' ');
  const height = Number(text);
  const here = getLayout();
  return layout === here && height > 0 && height < maxHeight ? height : usualHeights[here];
}

/** The layouts of `brief.module.css`, whose lines differ in height. */
const getLayout = () => (innerWidth < 600 ? 'phone' : innerWidth < 1152 ? 'narrow' : 'wide');

/** The lead with two groups of three lines together. */
const usualHeights = { wide: 220, narrow: 316, phone: 468 } as const;
const maxHeight = 2000;
