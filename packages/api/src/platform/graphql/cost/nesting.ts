/** Maximum depth of objects and lists in variables. The deepest filter of a query has six levels. */
export const maxNesting = 40;

/** Whether a value is nested too deeply. Works level by level, because recursion could overflow the stack. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxNesting) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}
