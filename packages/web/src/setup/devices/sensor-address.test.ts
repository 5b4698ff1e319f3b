import { describe, expect, it } from 'vitest';
import { buildReadingsCurl, isLoopback, listFields } from './sensor-address.ts';

const page = { origin: 'https://atrium.example', hostname: 'atrium.example' };

describe('the address of a sensor', () => {
  it.each<[string, boolean]>([
    ['127.0.0.1', true],
    ['127.1.2.3', true],
    ['localhost', true],
    ['[::1]', true],
    ['192.168.1.20', false],
    ['localhost.example', false],
  ])('%s is of this machine only: %s', (hostname, expected) => {
    expect(isLoopback(hostname)).toBe(expected);
  });

  const valuesOf = (...[way, secret]: [Parameters<typeof listFields>[0], string | null]) =>
    listFields(way, page, secret).map(({ value }) => value);

  it('goes with the key of its way', () => {
    expect(valuesOf('json', 'shop.secret')).toEqual(['https://atrium.example/ingest/v1/readings']);
    expect(valuesOf('maker', 'shop.secret')).toEqual([
      'https://atrium.example/ingest/v1/devices',
      'https://atrium.example/ingest/v1/devices/at/shop.secret',
      'https://atrium.example/ingest/v1/devices/at/shop.secret?device=plug-7&total=2750',
    ]);
    expect(valuesOf('mqtt', 'shop.secret')).toEqual([
      'atrium.example',
      'shop',
      'shop.secret',
      'atrium/v1/shop/readings',
    ]);
    expect(valuesOf('mqtt', null)).toEqual(['atrium.example', '…', '…', 'atrium/v1/…/readings']);
  });

  it('has a command whose reading lies in the last complete quarter of an hour', () => {
    const curl = buildReadingsCurl(page.origin, 'shop.secret', Date.parse('2026-03-01T09:16:00Z'));
    expect(curl).toContain('Bearer shop.secret');
    expect(JSON.parse(/-d '(.*)'$/.exec(curl)?.[1] ?? '')).toEqual([
      { device: 'PAD-1', metric: 'affluenceIn', at: '2026-03-01T09:00:00Z', value: 4, interval: 900 },
    ]);
  });
});
