import { useText } from '../../../i18n/index.ts';
import { IconButton } from '../../../ui/form/index.ts';
import type { Site } from '../../site/site.ts';
import type { Arranging } from '../canvas/use-arranging.ts';
import type { DraftWork } from '../state/use-draft-work.ts';
import { formatWidgetType, getWidgetTitle } from '../state/widget-names.ts';
import styles from './settings.module.css';
import { useNamedReferences } from './use-named-references.ts';
import { WidgetSettings } from './widget-settings.tsx';

interface SettingsProps {
  readonly work: DraftWork;
  readonly arranging: Arranging;
  readonly sites: readonly Site[];
  readonly site: Site;
}

/** Settings of the selection. */
export function Settings({ work, arranging, sites, site }: SettingsProps) {
  const { t } = useText();
  const named = useNamedReferences(sites, site);
  const { chosen, layout, none } = arranging;
  const [id] = chosen;
  const stored = work.page.widgets.find((widget) => widget.id === id);
  const placed = layout.find((one) => one.id === id);
  if (stored === undefined || placed === undefined) return null;
  const title = getWidgetTitle(stored, t);
  const { columns, rows } = placed;
  return (
    <aside className={styles.pane} aria-label={t('drafts.settings', { title })}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.title}>{chosen.size > 1 ? t('drafts.several', { count: chosen.size }) : title}</h2>
          {chosen.size === 1 && (
            <p className={styles.chosen}>
              {t('drafts.settings.extent', { type: formatWidgetType(stored.type, t), columns, rows })}
            </p>
          )}
        </div>
        <IconButton icon="close" label={t('drafts.settings.close')} onClick={none} />
      </header>
      {chosen.size > 1 ? (
        <p className={styles.note}>{t('drafts.settings.several')}</p>
      ) : (
        <WidgetSettings key={id} work={work} stored={stored} named={named} />
      )}
    </aside>
  );
}
