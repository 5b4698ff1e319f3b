/** PostgreSQL's codes for a page whose checksum is wrong, an index that does not fit, and a file that is too short. */
const damage = new Set(['XX001', 'XX002', '58P01', '58030']);

/** Whether what was thrown says that something stored in the relational store is damaged. */
export function isRelationalDamage(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (damage.has(String((each as { code?: unknown }).code))) return true;
  return false;
}
