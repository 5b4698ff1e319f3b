import type { Instant, Span } from '../core/index.ts';
import type { Validity } from './topology.ts';

/** Returns the common period, or null. */
export function intersectValidity(left: Validity, right: Validity): Validity | null {
  const validFrom = later(left.validFrom, right.validFrom);
  const validTo = earlier(left.validTo, right.validTo);
  return validFrom !== null && validTo !== null && validFrom >= validTo ? null : { validFrom, validTo };
}

/** Returns the part of a span in which it is valid, or null. */
export function clipToSpan(validity: Validity, span: Span): Span | null {
  const from = Math.max(validity.validFrom ?? span.from, span.from);
  const to = Math.min(validity.validTo ?? span.to, span.to);
  return from < to ? { from, to } : null;
}

/** Whether it is valid at an instant. */
export function isValidAt(validity: Validity, at: Instant): boolean {
  return (validity.validFrom ?? at) <= at && (validity.validTo === null || at < validity.validTo);
}

function later(left: Instant | null, right: Instant | null): Instant | null {
  if (left === null || right === null) return left ?? right;
  return Math.max(left, right);
}

function earlier(left: Instant | null, right: Instant | null): Instant | null {
  if (left === null || right === null) return left ?? right;
  return Math.min(left, right);
}
