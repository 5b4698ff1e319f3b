import { findDifferences } from '@atrium/domain/dashboards/pages';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button, buttonClass, IconButton } from '../../ui/form/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import type { Arranging } from './canvas/use-arranging.ts';
import { PublishDialog } from './publishing/publish-dialog.tsx';
import type { DraftWork } from './state/use-draft-work.ts';
import styles from './workbench.module.css';

interface TopBarProps {
  readonly work: DraftWork;
  readonly arranging: Arranging;
  /** Opens the gallery; null if it is next to the page. */
  readonly add: (() => void) | null;
}

/** The draft's name, its status, and the actions on the whole draft. */
export function TopBar({ work, arranging, add }: TopBarProps) {
  const { t } = useText();
  const [isPublishing, setPublishing] = useState(false);
  const { content, draft } = work;
  return (
    <header className={styles.top}>
      <Link
        to="/settings/pages"
        className={buttonClass('quiet')}
        aria-label={t('drafts.back')}
        title={t('drafts.back')}
      >
        <Icon name="chevronStart" />
      </Link>
      <h1 className={styles.name}>{content.name}</h1>
      <span className={styles.chip}>{t('drafts.draft')}</span>
      <DraftStatus work={work} />
      <span className={styles.space} />
      {add !== null && (
        <Button icon="plus" onClick={add}>
          {t('drafts.addWidget')}
        </Button>
      )}
      <IconButton icon="undo" label={t('drafts.undo')} disabled={!work.canUndo} onClick={arranging.undo} />
      <IconButton icon="redo" label={t('drafts.redo')} disabled={!work.canRedo} onClick={arranging.redo} />
      <Button look="primary" onClick={() => setPublishing(true)}>
        {t('drafts.publish')}
      </Button>
      {isPublishing && (
        <PublishDialog
          work={work}
          differences={findDifferences(draft.published, content)}
          onClose={() => setPublishing(false)}
        />
      )}
    </header>
  );
}

/** States whether the draft differs from the published version and whether it is saved. */
function DraftStatus({ work }: { readonly work: DraftWork }) {
  const { t } = useText();
  const { keeping, draft, content } = work;
  const count = findDifferences(draft.published, content).length;
  if (keeping.kind === 'conflict')
    return (
      <span className={styles.fault} role="alert">
        {t('drafts.conflict')}
        <Button onClick={() => void work.takeTheirs()}>{t('drafts.conflict.theirs')}</Button>
        <Button onClick={() => void work.takeMine()}>{t('drafts.conflict.mine')}</Button>
      </span>
    );
  if (keeping.kind === 'failed' || keeping.kind === 'refused')
    return (
      <span className={styles.fault} role="alert">
        {keeping.kind === 'refused' ? t('drafts.refused', { why: keeping.why }) : t('drafts.notKept')}
        <Button onClick={() => void work.keepNow()}>{t('app.tryAgain')}</Button>
      </span>
    );
  const since =
    draft.published === null
      ? t('drafts.state.never')
      : count === 0
        ? t('drafts.changes.none')
        : t('drafts.changes', { count });
  return (
    <span className={styles.standing}>
      {since} · <span role="status">{t(keeping.kind === 'kept' ? 'drafts.kept' : 'drafts.keeping')}</span>
    </span>
  );
}
