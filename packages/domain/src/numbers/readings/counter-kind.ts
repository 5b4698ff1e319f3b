import { type CounterKind, counterKinds } from '../../sites/index.ts';

/**
 * Descriptor of amounts: the kind is part of a reading's identity, so it is stored as one of its descriptors, which
 * filters and groupings do not offer. Registers have none, as before amounts existed.
 */
export const amountPart = 'kind=amount';

export const isCounterKind = (value: unknown): value is CounterKind =>
  (counterKinds as readonly unknown[]).includes(value);

/** Whether canonical descriptors are those of an amount. No other descriptor contains this text. */
export const isAmount = (descriptors: string): boolean => descriptors.includes(amountPart);

/** Adds the kind to canonical descriptors. */
export function addAmountPart(descriptors: string): string {
  if (descriptors === '') return amountPart;
  return isAmount(descriptors) ? descriptors : [...descriptors.split(';'), amountPart].sort().join(';');
}

/** Returns the descriptors without the kind, as filters and groupings use them. */
export function removeAmountPart(descriptors: string): string {
  if (!isAmount(descriptors)) return descriptors;
  return descriptors
    .split(';')
    .filter((part) => part !== amountPart)
    .join(';');
}
