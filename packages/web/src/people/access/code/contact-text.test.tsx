import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ContactText } from './code-entry.tsx';

it.each([
  ['phone', '+41791234567', '+41 79 123 45 67'],
  ['phone', '+12025550123', '+1 (202) 555-0123'],
  ['phone', '+819012345678', '+81 9012345678'],
  ['email', 'leila@rive.ch', 'leila@rive.ch'],
] as const)('A13 the %s %s is shown whole, from left to right in every language: %s', (contact, value, shown) => {
  expect(renderToStaticMarkup(<ContactText contact={contact} value={value} />)).toBe(`<bdi dir="ltr">${shown}</bdi>`);
});
