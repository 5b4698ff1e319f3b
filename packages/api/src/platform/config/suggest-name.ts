/** Names that differ in more letters are not suggested. */
const maxDistance = 3;

/** Returns what to add to a message about an unknown name: the most similar known one, or nothing if none is similar. */
export function suggestName(name: string, known: readonly string[]): string {
  const [nearest] = known
    .map((each) => ({ each, distance: levenshtein(name.toLowerCase(), each.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  return nearest !== undefined && nearest.distance <= maxDistance ? ` (did you mean ${nearest.each}?)` : '';
}

/** Returns the Levenshtein distance of two words. */
function levenshtein(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, counterpart] of [...other].entries())
      next.push(
        Math.min(
          (row[column] ?? 0) + (letter === counterpart ? 0 : 1),
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
