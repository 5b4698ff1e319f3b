import type { UsageEvent } from './sinks.ts';

/** Pause (ms) after which typing is reported. */
const typingPause = 800;
/** Minimum interval between events of the sales pages, ms. */
const salesPause = 3000;

/**
 * Reports typing in fields with `data-usage-field`, by that name, and activity inside `data-usage="sales"`. Never reads
 * field values. Returns a function that stops it.
 */
export function watchUse(page: Document, tell: (event: UsageEvent) => void): () => void {
  const typing = new Map<string, ReturnType<typeof setTimeout>>();
  let lastSales = Number.NEGATIVE_INFINITY;
  const typed = ({ target }: Event) => {
    const field = findMark(target, 'data-usage-field');
    if (field === null) return;
    clearTimeout(typing.get(field));
    typing.set(
      field,
      setTimeout(() => {
        typing.delete(field);
        tell({ kind: 'typed', field });
      }, typingPause),
    );
  };
  const used = ({ target, timeStamp }: Event) => {
    if (findMark(target, 'data-usage') !== 'sales' || timeStamp - lastSales < salesPause) return;
    lastSales = timeStamp;
    tell({ kind: 'sales used' });
  };
  page.addEventListener('input', typed);
  for (const name of ['click', 'change']) page.addEventListener(name, used);
  return () => {
    page.removeEventListener('input', typed);
    for (const name of ['click', 'change']) page.removeEventListener(name, used);
    for (const timer of typing.values()) clearTimeout(timer);
    typing.clear();
  };
}

/** Returns the attribute of the nearest ancestor that has it. */
function findMark(target: EventTarget | null, attribute: string): string | null {
  return target instanceof Element ? (target.closest(`[${attribute}]`)?.getAttribute(attribute) ?? null) : null;
}
