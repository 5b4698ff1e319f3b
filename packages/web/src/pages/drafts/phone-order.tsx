import { applyPhoneOrder, getPhoneOrder, withPage } from '@atrium/domain/pages/content';
import { reorder } from '@atrium/domain/pages/layout';
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { getWidgetTitle } from './canvas/widget-names.ts';
import styles from './page-settings.module.css';
import type { DraftWork } from './use-draft-work.ts';

interface PhoneOrderProps {
  readonly work: DraftWork;
  readonly say: (text: string) => void;
}

/** Sets the vertical order of the widgets on phones. */
export function PhoneOrder({ work, say }: PhoneOrderProps) {
  const { t } = useText();
  const { content, page } = work;
  const order = getPhoneOrder(page.widgets);
  const moved = useRef<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const nameOf = (id: number) =>
    getWidgetTitle(
      page.widgets.find((widget) => widget.id === id),
      t,
    );
  useEffect(() => {
    if (moved.current !== null) list.current?.querySelector<HTMLElement>(`[data-id="${moved.current}"]`)?.focus();
    moved.current = null;
  });
  function move(id: number, by: number) {
    const to = order.indexOf(id) + by;
    if (to < 0 || to >= order.length) return;
    moved.current = id;
    const widgets = applyPhoneOrder(page.widgets, reorder(order, id, to));
    work.change(withPage(content, page.key, (before) => ({ ...before, widgets })));
    say(t('drafts.phone.said', { title: nameOf(id), place: to + 1, count: order.length }));
  }
  return (
    <>
      <p className={styles.text}>{t('drafts.phone.text')}</p>
      <ol ref={list} className={styles.rows}>
        {order.map((id, index) => (
          <li key={id} className={styles.row}>
            <span className={styles.name}>{nameOf(id)}</span>
            <Button
              look="quiet"
              data-id={id}
              disabled={order.length < 2}
              aria-label={t(index > 0 ? 'drafts.earlier' : 'drafts.later', { what: nameOf(id) })}
              onClick={() => move(id, index > 0 ? -1 : 1)}
              onKeyDown={(event) => {
                if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
                event.preventDefault();
                move(id, event.key === 'ArrowUp' ? -1 : 1);
              }}
            >
              {index > 0 ? '↑' : '↓'}
            </Button>
          </li>
        ))}
      </ol>
    </>
  );
}
