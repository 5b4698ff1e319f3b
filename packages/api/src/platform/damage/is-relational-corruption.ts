/** PostgreSQL codes for a wrong page checksum, a corrupt index, and a file that is missing or too short. */
const damage = new Set(['XX001', 'XX002', '58P01', '58030']);

/** Whether an error reports corruption in the relational store. */
export function isRelationalCorruption(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (damage.has(String((each as { code?: unknown }).code))) return true;
  return false;
}
