import { withPage } from '@atrium/domain/dashboards/pages';
import type { ReactNode } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { TextField } from '../../../ui/form/index.ts';
import type { Site } from '../../site/site.ts';
import styles from '../settings/settings.module.css';
import type { DraftWork } from '../state/use-draft-work.ts';
import { AsJson } from './as-json.tsx';
import { IconChoice } from './icon-choice.tsx';
import { PageFilters } from './page-filters.tsx';
import { PageTabs } from './page-tabs.tsx';
import { PhoneOrder } from './phone-order.tsx';
import { Sharing } from './sharing.tsx';
import { Versions } from './versions.tsx';

interface PageSettingsProps {
  readonly work: DraftWork;
  readonly sites: readonly Site[];
  readonly say: (text: string) => void;
}

/** Settings of the page and its dashboard, shown while no widget is selected. */
export function PageSettings({ work, sites, say }: PageSettingsProps) {
  const { t } = useText();
  return (
    <aside className={styles.pane} aria-label={t('drafts.page')}>
      <Part name="drafts.page" isOpen>
        <Names work={work} />
      </Part>
      <Part name="drafts.tabs">
        <PageTabs work={work} />
      </Part>
      <Part name="drafts.filters">
        <PageFilters work={work} sites={sites} />
      </Part>
      <Part name="drafts.phone">
        <PhoneOrder work={work} say={say} />
      </Part>
      <Part name="drafts.share">
        <Sharing work={work} sites={sites} />
      </Part>
      <Part name="drafts.history">
        <Versions key={work.draft.publishedAt} work={work} say={say} />
      </Part>
      <Part name="drafts.json">
        <AsJson work={work} say={say} />
      </Part>
    </aside>
  );
}

function Part({ name, isOpen = false, children }: { name: MessageId; isOpen?: boolean; children: ReactNode }) {
  const { t } = useText();
  return (
    <details className={styles.part} open={isOpen || undefined}>
      <summary className={styles.partName}>{t(name)}</summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}

/** Names must not be empty. */
function Names({ work }: { readonly work: DraftWork }) {
  const { t } = useText();
  const { content, page } = work;
  const isNamed = (name: string) => name.trim() !== '';
  return (
    <>
      <TextField
        label={t('drafts.page.dashboard')}
        name="dashboard"
        autoComplete="off"
        maxLength={200}
        defaultValue={content.name}
        key={`dashboard ${content.name}`}
        onBlur={({ currentTarget: { value } }) =>
          isNamed(value) && value !== content.name && work.change({ ...content, name: value.trim() })
        }
      />
      <TextField
        label={t('drafts.page.name')}
        name="page"
        autoComplete="off"
        maxLength={200}
        defaultValue={page.name}
        key={`${page.key} ${page.name}`}
        onBlur={({ currentTarget: { value } }) =>
          isNamed(value) &&
          value !== page.name &&
          work.change(withPage(content, page.key, (before) => ({ ...before, name: value.trim() })))
        }
      />
      <IconChoice
        label={t('drafts.icon.dashboard')}
        chosen={content.icon}
        choose={(icon) => work.change({ ...content, icon })}
      />
      {content.pages.length > 1 && (
        <IconChoice
          label={t('drafts.icon.page')}
          chosen={page.icon}
          choose={(icon) => work.change(withPage(content, page.key, (before) => ({ ...before, icon })))}
        />
      )}
    </>
  );
}
