import { expect, test } from 'vitest';
import { skies, toSky } from './weather.ts';

test.each([
  [0, 'clear'],
  [1, 'clear'],
  [2, 'partlyCloudy'],
  [3, 'cloudy'],
  [45, 'fog'],
  [55, 'drizzle'],
  [65, 'rain'],
  [73, 'snow'],
  [80, 'rain'],
  [85, 'snow'],
  [95, 'thunder'],
  [99, 'thunder'],
])('the code %i is %s', (code, sky) => expect(toSky(code)).toBe(sky));

test('what is no code is no weather, and every weather has one', () => {
  for (const code of [-1, 100, 2.5, Number.NaN]) expect(toSky(code)).toBeNull();
  const told = new Set(Array.from({ length: 100 }, (_, code) => toSky(code)));
  expect([...told].sort()).toEqual([...skies].sort());
});
