/** Lists of more options than this are searched, and have a part of them in the page. */
export const plainOptions = 60;
const shownOptions = 50;

/** The options around one of them, as many as are drawn, and the place of the first. */
export function windowOf<Option>(
  options: readonly Option[],
  place: number,
): { readonly first: number; readonly shown: readonly Option[] } {
  const isShort = options.length <= plainOptions;
  const first = isShort ? 0 : Math.max(0, Math.min(place - shownOptions / 2, options.length - shownOptions));
  return { first, shown: isShort ? options : options.slice(first, first + shownOptions) };
}
