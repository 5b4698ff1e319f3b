import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { focusClickedControls } from './focus-clicked-controls.ts';
import { usePopover } from './use-popover.ts';

const place = document.createElement('main');
place.tabIndex = -1;
const onApply = vi.fn();
let root: Root;
let forget: () => void;

function Filter() {
  const { id, isOpen, root, opener } = usePopover();
  const [text, setText] = useState('');
  return (
    <div {...root}>
      <button type="button" {...opener}>
        Open
      </button>
      {isOpen && (
        <div id={id}>
          <input value={text} onChange={({ target }) => setText(target.value)} />
          <button type="button" onClick={() => onApply()}>
            Apply
          </button>
        </div>
      )}
    </div>
  );
}

const button = (word: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === word);

/** Clicks as Safari on a Mac does: the button gets no focus, its nearest focusable ancestor does. */
async function press(target: Element | null | undefined) {
  const fire = (type: string) =>
    act(async () => void target?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true })));
  await fire('pointerdown');
  await fire('mousedown');
  await act(async () => target?.closest<HTMLElement>('[tabindex], input')?.focus());
  await fire('mouseup');
  if (target?.isConnected) await fire('click');
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  onApply.mockReset();
  document.body.append(place);
  forget = focusClickedControls(document);
  root = createRoot(place);
  await act(async () => root.render(<Filter />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  forget();
});

it('a button in a popover is clickable where clicked buttons get no focus', async () => {
  await press(button('Open'));
  await press(place.querySelector('input'));
  await press(button('Apply'));
  expect(onApply).toHaveBeenCalledOnce();
});

it('Escape closes and restores the focus where clicked buttons get no focus', async () => {
  await press(button('Open'));
  expect(document.activeElement).toBe(button('Open'));
  await press(place.querySelector('input'));
  await act(async () =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  );
  expect(button('Apply')).toBeUndefined();
  expect(document.activeElement).toBe(button('Open'));
});

it('a press elsewhere closes it', async () => {
  await press(button('Open'));
  await press(place);
  expect(button('Apply')).toBeUndefined();
});
