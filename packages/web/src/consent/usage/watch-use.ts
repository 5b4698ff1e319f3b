import type { UsageEvent } from './sinks.ts';

/** ms of silence after which somebody has typed. */
const typingPause = 800;
/** ms between two events about the sales pages, whatever is done there. */
const salesPause = 3000;

/**
 * Tells of typing in the fields that are named `data-usage-field`, by that name, and of what is done inside
 * `data-usage="sales"`. Only that it was done: no listener here ever reads what a field holds. Returns what ends it.
 */
export function watchUse(page: Document, tell: (event: UsageEvent) => void): () => void {
  const typing = new Map<string, ReturnType<typeof setTimeout>>();
  let lastSales = Number.NEGATIVE_INFINITY;
  const typed = ({ target }: Event) => {
    const field = marked(target, 'data-usage-field');
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
    if (marked(target, 'data-usage') !== 'sales' || timeStamp - lastSales < salesPause) return;
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

/** The mark of the nearest marked element around what an event is about. */
function marked(target: EventTarget | null, attribute: string): string | null {
  return target instanceof Element ? (target.closest(`[${attribute}]`)?.getAttribute(attribute) ?? null) : null;
}
