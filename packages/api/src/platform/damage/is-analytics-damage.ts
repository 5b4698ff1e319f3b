/**
 * The analytics engine's codes for files that are not as it wrote them: cut short (33), with a wrong checksum (40), that
 * the disk does not give (74), missing (107, 226), of a wrong size (228), without a meaning (246), not to be unpacked (271).
 */
const damage = new Set(['33', '40', '74', '107', '226', '228', '246', '271']);

/** Whether what was thrown says that something stored in the analytics store is damaged. */
export function isAnalyticsDamage(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (damage.has(String((each as { code?: unknown }).code))) return true;
  return false;
}
