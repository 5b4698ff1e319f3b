/** What other browsers give the focus when it is pressed. */
const pressable = 'button, summary, input[type="checkbox"], input[type="radio"]';

/**
 * Gives pressed controls the focus, as most browsers do by themselves. Safari does not: dialogs would give the focus back
 * to something else than what opened them, and the keyboard would go on from there.
 */
export function focusPressed(page: Document): () => void {
  const focus = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    const control = target.closest<HTMLElement>(pressable);
    if (control !== null && !control.contains(page.activeElement)) control.focus({ preventScroll: true });
  };
  // Before any other listener: what they open remembers the focus.
  page.addEventListener('click', focus, { capture: true });
  return () => page.removeEventListener('click', focus, { capture: true });
}
