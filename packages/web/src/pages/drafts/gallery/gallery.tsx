import { type WidgetType, widgetTypes } from '@atrium/domain/pages/definitions';
import { getWidgetSpec, type PageFilters, type Stored, shelves } from '@atrium/domain/pages/widgets';
import { type RefObject, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { IconButton } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/icons/index.ts';
import type { Site } from '../../site-page/site.ts';
import type { MetricColors } from '../../words/colors.ts';
import { formatWidgetType } from '../canvas/widget-names.ts';
import { createGalleryWidget } from './create-gallery-widget.ts';
import { TypeDrawing } from './drawing.tsx';
import styles from './gallery.module.css';
import { LivePreview } from './live-preview.tsx';
import { useHoverIntent } from './use-hover-intent.ts';

interface GalleryProps {
  readonly find: RefObject<HTMLInputElement | null>;
  readonly sites: readonly Site[];
  readonly filters: PageFilters;
  readonly now: number;
  readonly colors: MetricColors;
  /** Name of the widget that a new one follows; null appends at the end. */
  readonly after: string | null;
  readonly add: (stored: Stored) => void;
  /** Null if the gallery stays next to the page. */
  readonly close: (() => void) | null;
}

/** Lists every widget type by group. A press adds one; hover or focus previews it with live numbers. */
export function Gallery({ find, sites, after, add, close, ...of }: GalleryProps) {
  const { t, locale } = useText();
  const [sought, setSought] = useState('');
  const resting = useHoverIntent<WidgetType>();
  const wanted = sought.trim().toLocaleLowerCase(locale);
  const named = widgetTypes.map((type) => ({ type, name: formatWidgetType(type, t) }));
  const found = named.filter(({ name }) => name.toLocaleLowerCase(locale).includes(wanted));
  const take = (type: WidgetType) => {
    resting.leave();
    add(createGalleryWidget(type, formatWidgetType(type, t), sites));
  };
  return (
    <aside className={styles.gallery} aria-label={t('drafts.gallery')}>
      <div className={styles.find}>
        <Icon name="search" />
        <input
          ref={find}
          type="search"
          aria-label={t('drafts.find')}
          placeholder={t('drafts.find')}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key === 'Enter' && wanted !== '' && first !== undefined) take(first.type);
          }}
        />
        {close === null ? (
          <span className={styles.key} aria-hidden="true">
            A
          </span>
        ) : (
          <IconButton icon="close" label={t('drafts.gallery.close')} onClick={close} />
        )}
      </div>
      {found.length === 0 && <p className={styles.note}>{t('drafts.noType')}</p>}
      {shelves.map((shelf) => {
        const here = found.filter(({ type }) => getWidgetSpec(type).shelf === shelf);
        return here.length === 0 ? null : (
          <section key={shelf}>
            <h2 className={styles.shelf}>{t(`drafts.shelf.${shelf}`)}</h2>
            <div className={styles.tiles}>
              {here.map(({ type, name }) => (
                <button
                  key={type}
                  type="button"
                  className={styles.tile}
                  onClick={() => take(type)}
                  onPointerEnter={(event) => event.pointerType === 'mouse' && resting.come(type, event.currentTarget)}
                  onPointerLeave={resting.leave}
                  onFocus={(event) => resting.come(type, event.currentTarget)}
                  onBlur={resting.leave}
                  onKeyDown={(event) => event.key === 'Escape' && resting.leave()}
                >
                  <TypeDrawing type={type} />
                  {name}
                </button>
              ))}
            </div>
          </section>
        );
      })}
      <p className={styles.note}>{after === null ? t('drafts.rest') : t('drafts.insert', { title: after })}</p>
      {resting.on !== null && (
        <LivePreview
          {...of}
          sites={sites}
          stored={createGalleryWidget(resting.on.what, formatWidgetType(resting.on.what, t), sites)}
          at={resting.on.top}
        />
      )}
    </aside>
  );
}
