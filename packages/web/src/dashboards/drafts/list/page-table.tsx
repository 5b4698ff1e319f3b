import { useText } from '../../../i18n/index.ts';
import { useDates } from '../../../organization/index.ts';
import type { PageRow } from './list-rows.ts';
import styles from './pages.module.css';
import { RowMenu } from './row-menu.tsx';
import { useOpening } from './use-opening.ts';

/** Every page with whose it is and whether anything waits to be published. */
export function PageTable({ rows, again }: { rows: readonly PageRow[]; again: () => void }) {
  const { t } = useText();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('drafts.name')}</th>
          <th scope="col">{t('drafts.whose')}</th>
          <th scope="col">{t('drafts.state')}</th>
          <th scope="col">{t('drafts.changed')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('drafts.more', { page: '' })}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.key} row={row} again={again} />
        ))}
      </tbody>
    </table>
  );
}

/** The name's button covers the whole row but for its menu. */
function Row({ row, again }: { row: PageRow; again: () => void }) {
  const { t } = useText();
  const { date } = useDates();
  const open = useOpening();
  return (
    <tr className={styles.row}>
      <th scope="row">
        {row.mayEdit ? (
          <button type="button" className={styles.open} onClick={() => void open(row)}>
            {row.name}
          </button>
        ) : (
          <span className={styles.name}>{row.name}</span>
        )}
      </th>
      <td>{t(row.isOwn ? 'drafts.whose.own' : 'drafts.whose.organization')}</td>
      <td>
        <span className={styles.state} data-state={stateOf(row)}>
          {t(`drafts.state.${stateOf(row)}`)}
        </span>
      </td>
      <td>
        {row.changedAt !== null && <time dateTime={new Date(row.changedAt).toISOString()}>{date(row.changedAt)}</time>}
      </td>
      <td className={styles.end}>
        <RowMenu row={row} again={again} />
      </td>
    </tr>
  );
}

function stateOf({ mayEdit, dashboardId, draftId }: PageRow) {
  if (!mayEdit) return 'readOnly';
  if (dashboardId === null) return 'never';
  return draftId === null ? 'published' : 'changed';
}
