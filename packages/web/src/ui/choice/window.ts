/** Longer lists get a search field, and only part of them is in the DOM. */
export const plainOptions = 60;
const shownOptions = 50;

/** Returns the options around one of them, as many as are drawn, and the index of the first. */
export function windowOf<Option>(
  options: readonly Option[],
  place: number,
): { readonly first: number; readonly shown: readonly Option[] } {
  const isShort = options.length <= plainOptions;
  const first = isShort ? 0 : Math.max(0, Math.min(place - shownOptions / 2, options.length - shownOptions));
  return { first, shown: isShort ? options : options.slice(first, first + shownOptions) };
}
