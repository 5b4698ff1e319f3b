import { expect, it, test } from 'vitest';
import { detectImageKind, formatSize } from './files.ts';

it.for<[bytes: number, locale: string, text: string]>([
  [0, 'en', '0 byte'],
  [999, 'en', '999 byte'],
  [1500, 'en', '1.5 kB'],
  [74_200, 'en', '74 kB'],
  [999_600, 'en', '1 MB'],
  [1_100_000, 'fr', '1,1 Mo'],
  [19_595_621, 'de', '20 MB'],
  [2_500_000_000, 'es', '2,5 GB'],
])('%i bytes in %s are %s', ([bytes, locale, text]) => {
  expect(formatSize(bytes, locale).replaceAll(/\s/gu, ' ')).toBe(text);
});

it('has Latin digits in Arabic', () => {
  expect(formatSize(1_100_000, 'ar')).toMatch(/^1\.1|1,1/);
});

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)));

test('B05 a picture is known by its first bytes', () => {
  expect(detectImageKind(bytes([0x89], 'PNG\r\n', [0x1a, 0x0a], 'more'))).toBe('png');
  expect(detectImageKind(bytes([0xff, 0xd8, 0xff, 0xe0]))).toBe('jpeg');
  expect(detectImageKind(bytes('GIF89a'))).toBe('gif');
  expect(detectImageKind(bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 '))).toBe('webp');
});

test('B05 nothing else is one, whatever it is called', () => {
  for (const other of ['', 'GIF', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', 'RIFF0000WAVEfmt ', 'PNG'])
    expect([other, detectImageKind(bytes(other))]).toEqual([other, null]);
});
