import { useQuery } from '@apollo/client/react';
import { screenFaces } from '@atrium/domain/stop-and-go';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { mayDo, useViewer } from '../../organization/index.ts';
import { Button } from '../../ui/form/index.ts';
import { Loading } from '../../ui/loading/index.ts';
import { PageHeader } from '../../ui/page/index.ts';
import { Table } from '../../ui/table/index.ts';
import { formatDisplayNumber } from '../display/figures.ts';
import type { ScreenFragment } from '../screen/operations.generated.ts';
import { ScreensDocument } from '../screen/operations.generated.ts';
import styles from './list.module.css';
import { NewScreen } from './new-screen.tsx';
import { useScreenColumns } from './screen-columns.tsx';
import { useScreenChanges } from './use-screen-changes.ts';

/** Polling interval of the list, ms. */
const pollMs = 5000;

/** All screens the viewer may see, with their current state, the most urgent first. */
export function ScreensPage() {
  const { t } = useText();
  const { data, error } = useQuery(ScreensDocument, { fetchPolicy: 'cache-and-network', pollInterval: pollMs });
  const [search, setSearch] = useState('');
  const [isNew, setNew] = useState(false);
  const mayCreate = mayDo(useViewer(), 'newStopAndGoScreen');
  const changes = useScreenChanges();
  const columns = useScreenColumns(changes);
  const screens = data?.allStopAndGoScreens;
  const shown = screens === undefined ? [] : inOrder(screens).filter(matching(search));
  return (
    <>
      <PageHeader
        title={t('stopAndGo.title')}
        actions={
          <>
            <input
              type="search"
              className={styles.search}
              placeholder={t('stopAndGo.find')}
              aria-label={t('stopAndGo.find')}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            {mayCreate && (
              <Button look="primary" onClick={() => setNew(true)}>
                {t('stopAndGo.new')}
              </Button>
            )}
          </>
        }
      />
      {screens !== undefined && screens.length > 0 && <Answer screens={screens} />}
      {screens === undefined && error !== undefined && <p className={styles.note}>{t('stopAndGo.failed')}</p>}
      {screens === undefined && error === undefined && <Loading className={styles.ghost} />}
      {screens?.length === 0 && (
        <div className={styles.empty}>
          <p className={styles.emptyTitle}>{t('stopAndGo.empty')}</p>
          <p>{t('stopAndGo.emptyText')}</p>
        </div>
      )}
      {screens !== undefined && screens.length > 0 && (
        <>
          <div className={styles.list}>
            <Table
              look="list"
              className={styles.table}
              columns={columns}
              rows={shown}
              keyOf={({ id }) => id}
              rowProps={() => ({ className: styles.row })}
            />
          </div>
          <Foot screens={screens} />
        </>
      )}
      {isNew && <NewScreen changes={changes} onClose={() => setNew(false)} />}
    </>
  );
}

/** In the order of `screenFaces`: STOP, ask staff, GO, closed, no limit, off; then by name. */
const inOrder = (screens: readonly ScreenFragment[]) =>
  [...screens].sort(
    (a, b) => screenFaces.indexOf(a.face) - screenFaces.indexOf(b.face) || a.name.localeCompare(b.name) || a.id - b.id,
  );

const matching = (search: string) => {
  const wanted = search.trim().toLowerCase();
  return ({ name, site, event }: ScreenFragment) => `${name} ${site} ${event ?? ''}`.toLowerCase().includes(wanted);
};

function Answer({ screens }: { screens: readonly ScreenFragment[] }) {
  const { t, language } = useText();
  const count = (face: ScreenFragment['face']) =>
    formatDisplayNumber(language, screens.filter((screen) => screen.face === face).length);
  return (
    <p className={styles.answer}>
      {t('stopAndGo.answer', { stop: count('stop'), go: count('go'), ask: count('askStaff') })}
    </p>
  );
}

function Foot({ screens }: { screens: readonly ScreenFragment[] }) {
  const { t, language } = useText();
  const active = screens.filter(({ status }) => status === 'ACTIVE').length;
  return (
    <footer className={styles.foot}>
      <span>
        {t('stopAndGo.count', {
          count: formatDisplayNumber(language, screens.length),
          active: formatDisplayNumber(language, active),
        })}
      </span>
      <span>{t('stopAndGo.foot')}</span>
    </footer>
  );
}
