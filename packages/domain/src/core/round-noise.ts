/** Above this, twelve digits would be coarser than a thousandth. */
const large = 1e9;

/**
 * Rounds to twelve significant digits, or to a thousandth from 1e9 on. Sums of decimals depend on the order of their
 * parts in the last digits, so without it rollups and readings would give different numbers. Integers stay as they are.
 */
export function roundNoise(value: number): number {
  if (Number.isInteger(value) || !Number.isFinite(value)) return value;
  return Math.abs(value) < large ? Number(value.toPrecision(12)) : Math.round(value * 1000) / 1000;
}
