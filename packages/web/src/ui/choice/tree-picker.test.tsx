import { I18nProvider } from '@lingui/react';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, setLanguage } from '../../i18n/index.ts';
import { buildTree, type TreeGroup, type TreeItem } from './tree.ts';
import { TreePicker } from './tree-picker.tsx';

const groups: readonly TreeGroup[] = [
  { id: 12, name: 'Bavaria', parentId: 10 },
  { id: 10, name: 'Germany', parentId: null },
  { id: 13, name: 'Saxony', parentId: 10 },
  { id: 20, name: 'Empty', parentId: null },
  { id: 30, name: 'Lost', parentId: 999 },
];
const items: readonly TreeItem[] = [
  { id: 1, name: 'Marienplatz', aside: 'München', groupIds: [12] },
  { id: 2, name: 'Altmarkt', groupIds: [13] },
  { id: 3, name: 'Alexanderplatz', groupIds: [10] },
  { id: 4, name: 'Pier', groupIds: [30, 12] },
  { id: 5, name: 'Nowhere', groupIds: [] },
  { id: 6, name: 'Elsewhere', groupIds: [777] },
];

test('a tree has the groups that have items, and every item', () => {
  const { roots, nodes, rest } = buildTree(groups, items);
  expect(roots.map(({ name }) => name)).toEqual(['Germany', 'Lost']);
  expect(nodes.map(({ name }) => name)).toEqual(['Germany', 'Bavaria', 'Saxony', 'Lost']);
  expect(roots[0]).toMatchObject({ groupIds: [12, 13], items: [{ id: 3 }] });
  expect([...(roots[0]?.itemIds ?? [])].sort()).toEqual([1, 2, 3, 4]);
  expect(rest.map(({ id }) => id)).toEqual([5, 6]);
});

describe('the picker', () => {
  const place = document.createElement('div');
  let root: Root;
  let choice: { items: readonly number[]; groups: readonly number[] };

  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    await loadAuthenticatedMessages();
    await setLanguage('en');
    document.body.append(place);
    root = createRoot(place);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    place.remove();
  });

  function Picker({ all, byGroup }: { readonly all: readonly TreeItem[]; readonly byGroup: boolean }) {
    const [chosen, setChosen] = useState<readonly number[]>([]);
    const [chosenGroups, setChosenGroups] = useState<readonly number[]>([]);
    choice = { items: chosen, groups: chosenGroups };
    return (
      <TreePicker
        name="site"
        groups={groups}
        items={all}
        chosen={chosen}
        onChange={setChosen}
        {...(byGroup && { groupChoice: { chosen: chosenGroups, onChange: setChosenGroups } })}
      />
    );
  }

  const draw = (byGroup: boolean, all = items) =>
    act(async () =>
      root.render(
        <I18nProvider i18n={i18n}>
          <Picker all={all} byGroup={byGroup} />
        </I18nProvider>,
      ),
    );
  const labels = () => [...place.querySelectorAll('label')].map((label) => label.textContent?.trim());
  const box = (text: string) =>
    [...place.querySelectorAll('label')]
      .find((label) => label.textContent?.trim() === text)
      ?.querySelector('input') as HTMLInputElement;
  const click = (element: HTMLElement) => act(async () => element.click());
  const fold = (name: string) => place.querySelector<HTMLElement>(`[aria-label="Show or hide ${name}"]`) as HTMLElement;
  const type = (text: string) =>
    act(async () => {
      const field = place.querySelector('input[type=search]') as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const told = () => place.querySelector('[role=status]')?.textContent;

  test('chooses all items of a group, and takes them back', async () => {
    await draw(false);
    await click(box('Germany (4)'));
    expect([...choice.items].sort()).toEqual([1, 2, 3, 4]);
    expect(told()).toBe('Selected: 4');
    await click(fold('Bavaria'));
    await click(box('Marienplatz'));
    expect(box('Germany (4)').checked).toBe(false);
    expect(box('Saxony (1)').checked).toBe(true);
    await click(box('Saxony (1)'));
    expect([...choice.items].sort()).toEqual([3, 4]);
  });

  test('chooses a group with the items that it will have', async () => {
    await draw(true);
    await click(box('Bavaria (2)'));
    await click(box('Nowhere'));
    expect(choice).toEqual({ groups: [12], items: [5] });
    expect(told()).toBe('Selected: 3');
    await click(fold('Bavaria'));
    expect([box('Marienplatz').checked, box('Marienplatz').disabled]).toEqual([true, true]);
    // The group around it replaces it, and covers what is inside.
    await click(box('Germany (4)'));
    expect(choice.groups).toEqual([10]);
    expect([box('Bavaria (2)').checked, box('Bavaria (2)').disabled]).toEqual([true, true]);
    await click(box('Germany (4)'));
    expect(choice).toEqual({ groups: [], items: [5] });
  });

  test('finds groups and items by name, without accents, and by city', async () => {
    await draw(true);
    await type('munchen');
    expect(labels()).toEqual(['Marienplatz']);
    await type('bav');
    expect(labels()).toEqual(['Bavaria (2)']);
    await type('nothing of that');
    expect(labels()).toEqual([]);
    expect(told()).toBe('No results');
  });

  test('stays light with hundreds of items, and shows the chosen ones first', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({
      ...{ id: 1000 + index, name: `Shop ${index}`, groupIds: [index % 2 === 0 ? 12 : 13] },
    }));
    await draw(false, many);
    expect(labels()).toEqual(['Germany (2,000)']);
    await type('Shop 1999');
    await click(box('Shop 1999'));
    await type('');
    expect(labels()).toEqual(['Shop 1999', 'Germany (2,000)']);
    await click(fold('Germany'));
    await click(fold('Bavaria'));
    expect(place.querySelectorAll('*').length).toBeLessThan(500);
  });
});
