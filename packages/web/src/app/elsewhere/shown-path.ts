/** Signs, with the ellipsis. */
export const longestShown = 60;

/** Nobody sees them, or they change how others are read: spaces, line breaks, marks of direction, control characters. */
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A path as text for people, set apart as a run from left to right. What cannot be seen stays as the address has it, so
 * that nothing in a link somebody was sent can change how the words around it read.
 */
export function shownPath(path: string): string {
  const signs = Array.from(new Intl.Segmenter().segment(readable(path.toWellFormed())), ({ segment }) =>
    segment.replace(unseen, encodeURIComponent),
  );
  return `\u2066${cutInTheMiddle(signs)}\u2069`;
}

function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const lengthOf = (signs: readonly string[]) => [...signs.join('')].length;

function cutInTheMiddle(signs: readonly string[]): string {
  if (lengthOf(signs) <= longestShown) return signs.join('');
  const room = longestShown - 1;
  const begin = fitting(signs, Math.ceil(room / 2));
  const end = fitting(signs.toReversed(), Math.floor(room / 2)).toReversed();
  return [...begin, '…', ...end].join('');
}

/** As many of the first signs as have room. */
function fitting(signs: readonly string[], room: number): readonly string[] {
  let left = room;
  const end = signs.findIndex((sign) => {
    left -= lengthOf([sign]);
    return left < 0;
  });
  return signs.slice(0, end);
}
