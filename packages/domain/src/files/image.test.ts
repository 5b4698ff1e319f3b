import { expect, test } from 'vitest';
import { detectImageKind } from './file.ts';

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
