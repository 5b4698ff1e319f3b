import { contentLimits, withNewPage, withoutPage, withPageMoved } from '@atrium/domain/pages/content';
import { useText } from '../../i18n/index.ts';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { PageIcon } from '../../ui/icons/page-icon.tsx';
import styles from './page-settings.module.css';
import type { DraftWork } from './use-draft-work.ts';

/** The dashboard's pages, which readers see as tabs. */
export function PageTabs({ work }: { readonly work: DraftWork }) {
  const { t } = useText();
  const { content, page } = work;
  function add() {
    const name = t('drafts.tabs.new', { number: content.pages.length + 1 });
    const made = withNewPage(content, { name, icon: null, widgets: [], filters: page.filters });
    if (made === null) return;
    work.change(made.content);
    work.openPage(made.key);
  }
  return (
    <>
      <ol className={styles.rows}>
        {content.pages.map(({ key, name, icon }, index) => (
          <li key={key} className={styles.row}>
            <button
              type="button"
              className={styles.open}
              aria-current={key === page.key ? 'page' : undefined}
              onClick={() => work.openPage(key)}
            >
              <span className={styles.titled}>
                {icon !== null && <PageIcon name={icon} />}
                {name}
              </span>
            </button>
            {index > 0 && (
              <Button
                look="quiet"
                aria-label={t('drafts.earlier', { what: name })}
                onClick={() => work.change(withPageMoved(content, key, -1))}
              >
                ↑
              </Button>
            )}
            {content.pages.length > 1 && (
              <IconButton
                icon="trash"
                label={t('drafts.remove', { what: name })}
                onClick={() => work.change(withoutPage(content, key))}
              />
            )}
          </li>
        ))}
      </ol>
      <Button icon="plus" disabled={content.pages.length >= contentLimits.pages} onClick={add}>
        {t('drafts.tabs.add')}
      </Button>
    </>
  );
}
