import { formatPhone } from '@atrium/domain/core/phones';

/**
 * Formats a contact: an address unchanged, a phone in its country's format. Both read from left to right in every
 * language.
 */
export const formatContact = (contact: 'email' | 'phone', value: string): string =>
  contact === 'phone' ? formatPhone(value) : value;

export function ContactText({ contact, value }: { readonly contact: 'email' | 'phone'; readonly value: string }) {
  return <bdi dir="ltr">{formatContact(contact, value)}</bdi>;
}
