/** Elements that other browsers focus on click. */
const pressable = 'button, summary, input[type="checkbox"], input[type="radio"]';

/**
 * Focuses clicked controls, as most browsers do by themselves. Safari does not, so a dialog would restore the focus to
 * the wrong element.
 */
export function focusClickedControls(page: Document): () => void {
  const focus = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    const control = target.closest<HTMLElement>(pressable);
    if (control !== null && !control.contains(page.activeElement)) control.focus({ preventScroll: true });
  };
  // In the capture phase, because what a click opens remembers the focus.
  page.addEventListener('click', focus, { capture: true });
  return () => page.removeEventListener('click', focus, { capture: true });
}
