/** Objects and lists within one another that variables may hold. The deepest filter of a question has six. */
export const mostNesting = 40;

/** Whether a value goes deeper than that. Looked at level by level: what is too deep would end a recursion in a fault. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostNesting) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}
