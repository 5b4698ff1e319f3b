/** Longer lists get a search field, and only part of them is in the DOM. */
export const maxPlainOptions = 60;
const maxShownOptions = 50;

/** Returns the options around one of them, as many as are drawn, and the index of the first. */
export function selectWindow<Option>(
  options: readonly Option[],
  place: number,
): { readonly first: number; readonly shown: readonly Option[] } {
  const isShort = options.length <= maxPlainOptions;
  const first = isShort ? 0 : Math.max(0, Math.min(place - maxShownOptions / 2, options.length - maxShownOptions));
  return { first, shown: isShort ? options : options.slice(first, first + maxShownOptions) };
}
