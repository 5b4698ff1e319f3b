/**
 * Engine codes for corrupt files: truncated (33), wrong checksum (40), unreadable (74), missing (107, 226), wrong size
 * (228), meaningless (246), not decompressible (271).
 */
const damage = new Set(['33', '40', '74', '107', '226', '228', '246', '271']);

/** Whether an error reports corruption in the analytics store. */
export function isAnalyticsCorruption(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (damage.has(String((each as { code?: unknown }).code))) return true;
  return false;
}
