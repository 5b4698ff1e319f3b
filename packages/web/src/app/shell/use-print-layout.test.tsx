import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { usePrintLayout } from './frame.tsx';

afterEach(() => vi.restoreAllMocks());

function Page() {
  usePrintLayout();
  return <main id="page" />;
}

test.each([
  [1436, '1436px', 0.5],
  [359, '359px', 1],
])('a page of %i px is printed as wide as it is, scaled to the sheet', async (width, expected, zoom) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<Page />));
  window.dispatchEvent(new Event('beforeprint'));
  const { style } = document.documentElement;
  expect(style.getPropertyValue('--print-width')).toBe(expected);
  expect(Number(style.getPropertyValue('--print-zoom'))).toBeCloseTo(zoom);
  await act(async () => root.unmount());
  place.remove();
});
