import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { LyingBars } from './lying-bars.tsx';

test('the number stands beside every bar, however short it is: none is left out below a threshold but 0 (G04)', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.createElement('div');
  const root = createRoot(place);
  const shares = [1, 0.01, 0.0001, 0];
  const rows = shares.map((share) => ({
    key: `${share}`,
    name: `Zone ${share}`,
    bars: [{ key: 'one', name: 'Entries', color: '#1550f5', share, text: `${share * 10_000}`, onExplain: null }],
    tick: null,
    limits: [],
    onPick: null,
  }));
  await act(async () => root.render(<LyingBars rows={rows} height={200} isStacked={false} />));
  expect([...place.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(
    shares.map((share) => expect.stringContaining(`Zone ${share}${share * 10_000}`)),
  );
  await act(async () => root.unmount());
});
