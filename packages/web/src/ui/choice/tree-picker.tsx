import { formatNumber } from '@atrium/domain/core/format';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Checkbox } from '../form/field.tsx';
import shared from './choice.module.css';
import { maxPlainOptions, searchEntries, selectWindow } from './search-entries.ts';
import { buildTree, type TreeGroup, type TreeItem, type TreeNode } from './tree.ts';
import styles from './tree-picker.module.css';

interface TreePickerProps {
  /** Name of each checkbox. */
  readonly name: string;
  readonly groups: readonly TreeGroup[];
  readonly items: readonly TreeItem[];
  /** Items chosen one by one. */
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
  /** Groups chosen with the items that they will have. Left out: a group only chooses its items of now. */
  readonly groupChoice?: {
    readonly chosen: readonly number[];
    readonly onChange: (chosen: readonly number[]) => void;
  };
}

/**
 * A choice of many items in a tree of groups, with a search. Chosen ones come first, groups of a long list are folded,
 * and only what is unfolded is in the DOM.
 */
export function TreePicker({ name, groups, items, chosen, onChange, groupChoice }: TreePickerProps) {
  const { t, locale } = useText();
  const [query, setQuery] = useState('');
  const tree = buildTree(groups, items);
  const chosenGroups = groupChoice?.chosen ?? [];
  const count = (amount: number) => formatNumber(amount, { locale, decimals: 0 });
  const covered = new Set(tree.nodes.flatMap((node) => (chosenGroups.includes(node.id) ? node.itemIds : [])));
  const isItemChosen = (id: number) => covered.has(id) || chosen.includes(id);
  const isLong = items.length > maxPlainOptions;

  const chooseItems = (ids: readonly number[], isChosen: boolean) =>
    onChange(isChosen ? [...new Set([...chosen, ...ids])] : chosen.filter((id) => !ids.includes(id)));
  const chooseGroup = (node: TreeNode, isChosen: boolean) => {
    if (groupChoice === undefined) return chooseItems(node.itemIds, isChosen);
    const others = chosenGroups.filter((id) => id !== node.id);
    // What is inside a chosen group follows from it.
    groupChoice.onChange(isChosen ? [...others.filter((id) => !node.groupIds.includes(id)), node.id] : others);
  };
  const controls: Controls = {
    name,
    count,
    isItemChosen,
    isItemCovered: (id) => covered.has(id),
    chooseItems,
    chooseGroup,
    isGroupChosen: (node) =>
      groupChoice === undefined ? node.itemIds.every(isItemChosen) : chosenGroups.includes(node.id),
  };
  const found = query.trim() === '' ? null : search(tree.nodes, items, query);
  const named = items.filter(({ id }) => chosen.includes(id) && !covered.has(id));
  return (
    <div className={styles.picker}>
      {(isLong || groups.length > 0) && (
        <div className={shared.search}>
          <input
            type="search"
            aria-label={t('app.list.search')}
            placeholder={t('app.list.search')}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            // Enter would submit the surrounding form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <p role="status">
            {found !== null && found.nodes.length + found.items.length === 0
              ? t('palette.none')
              : t('app.list.chosen', { count: count(new Set([...covered, ...chosen]).size) })}
          </p>
        </div>
      )}
      {found === null ? (
        <>
          {isLong && named.length > 0 && <Items items={named} controls={controls} />}
          <ul className={styles.tree}>
            {tree.roots.map((node) => (
              <Group key={node.id} node={node} controls={controls} isFolded={isLong} />
            ))}
          </ul>
          <Items items={tree.rest} controls={controls} />
        </>
      ) : (
        <>
          <ul className={styles.tree}>
            {found.nodes.map((node) => (
              <Group key={node.id} node={node} controls={controls} isFolded />
            ))}
          </ul>
          <Items items={found.items} controls={controls} />
        </>
      )}
    </div>
  );
}

function search(nodes: readonly TreeNode[], items: readonly TreeItem[], query: string) {
  const texts = <One extends { readonly name: string; readonly aside?: string | null }>(all: readonly One[]) =>
    all.map((one) => ({ one, text: one.name, aside: one.aside ?? '' }));
  return {
    nodes: selectWindow(searchEntries(texts(nodes), query), 0).shown.map(({ one }) => one),
    items: searchEntries(texts(items), query).map(({ one }) => one),
  };
}

interface Controls {
  readonly name: string;
  readonly count: (amount: number) => string;
  readonly isItemChosen: (id: number) => boolean;
  /** Whether it follows from a chosen group. */
  readonly isItemCovered: (id: number) => boolean;
  readonly chooseItems: (ids: readonly number[], isChosen: boolean) => void;
  readonly isGroupChosen: (node: TreeNode) => boolean;
  readonly chooseGroup: (node: TreeNode, isChosen: boolean) => void;
}

interface GroupProps {
  readonly node: TreeNode;
  readonly controls: Controls;
  readonly isFolded: boolean;
  readonly isCovered?: boolean;
}

function Group({ node, controls, isFolded, isCovered = false }: GroupProps) {
  const { t } = useText();
  const [isOpen, setIsOpen] = useState(!isFolded);
  const isChosen = isCovered || controls.isGroupChosen(node);
  return (
    <li>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-label={t('app.list.unfold', { name: node.name })}
          onClick={() => setIsOpen(!isOpen)}
        />
        <Checkbox
          label={`${node.name} (${controls.count(node.itemIds.length)})`}
          name={`${controls.name}-group`}
          checked={isChosen}
          disabled={isCovered}
          onChange={(event) => controls.chooseGroup(node, event.currentTarget.checked)}
        />
      </div>
      {isOpen && (
        <div className={styles.inner}>
          {node.children.length > 0 && (
            <ul className={styles.tree}>
              {node.children.map((child) => (
                <Group key={child.id} node={child} controls={controls} isFolded isCovered={isChosen} />
              ))}
            </ul>
          )}
          <Items items={node.items} controls={controls} />
        </div>
      )}
    </li>
  );
}

function Items({ items, controls }: { readonly items: readonly TreeItem[]; readonly controls: Controls }) {
  const { t } = useText();
  const { shown } = selectWindow(items, 0);
  const { name, count, isItemChosen, isItemCovered, chooseItems } = controls;
  return (
    <>
      <div className={styles.items}>
        {shown.map((item) => (
          <Checkbox
            key={item.id}
            label={item.name}
            name={name}
            checked={isItemChosen(item.id)}
            disabled={isItemCovered(item.id)}
            onChange={(event) => chooseItems([item.id], event.currentTarget.checked)}
          />
        ))}
      </div>
      {shown.length < items.length && (
        <p className={styles.more}>{t('app.list.more', { shown: count(shown.length), count: count(items.length) })}</p>
      )}
    </>
  );
}
