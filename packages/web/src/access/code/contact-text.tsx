import { formatPhone } from '@atrium/domain/core/phones';

/** An address as it is, a phone whole and as its country writes it; both read from left to right in every language. */
export const contactWord = (contact: 'email' | 'phone', value: string): string =>
  contact === 'phone' ? formatPhone(value) : value;

export function ContactText({ contact, value }: { readonly contact: 'email' | 'phone'; readonly value: string }) {
  return <bdi dir="ltr">{contactWord(contact, value)}</bdi>;
}
