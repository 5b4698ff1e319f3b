import { allRights, type Right } from '@atrium/domain/access';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { Table } from '../../../ui/table/index.ts';
import styles from './rights.module.css';

const verbs = ['read', 'create', 'edit', 'delete'] as const;

/** Areas in tree order: a right's name without its verb. */
const areas = [...new Set(allRights.map((right) => right.slice(0, right.lastIndexOf('.'))))];

interface RightsMatrixProps {
  readonly held: ReadonlySet<Right>;
  readonly onChange: (held: ReadonlySet<Right>) => void;
  readonly disabled: boolean;
  /** Rights the viewer may grant or revoke. */
  readonly grantable: ReadonlySet<Right>;
}

/** All rights, by area and verb. */
export function RightsMatrix({ held, onChange, disabled, grantable }: RightsMatrixProps) {
  const { t } = useText();
  const nameOf = (area: string) => t(`rights.area.${area}` as MessageId);
  return (
    <div className={styles.scroll}>
      <Table
        className={styles.matrix}
        columns={[
          { key: 'area', head: t('rights.area'), isName: true, cell: nameOf },
          ...verbs.map((verb) => ({
            key: verb,
            head: t(`rights.verb.${verb}`),
            cell: (area: string) => {
              const right = `${area}.${verb}` as Right;
              if (!allRights.includes(right)) return <span className="visually-hidden">{t('rights.none')}</span>;
              return (
                <Leaf
                  label={`${nameOf(area)}: ${t(`rights.verb.${verb}`)}`}
                  name={right}
                  isHeld={held.has(right)}
                  disabled={disabled || !grantable.has(right)}
                  onToggle={() => onChange(toggled(held, right))}
                />
              );
            },
          })),
        ]}
        rows={areas}
        keyOf={(area) => area}
      />
    </div>
  );
}

function toggled(held: ReadonlySet<Right>, right: Right): ReadonlySet<Right> {
  const next = new Set(held);
  if (!next.delete(right)) next.add(right);
  return next;
}

interface LeafProps {
  readonly label: string;
  readonly name: string;
  readonly isHeld: boolean;
  readonly disabled: boolean;
  readonly onToggle: () => void;
}

function Leaf({ label, name, isHeld, disabled, onToggle }: LeafProps) {
  return (
    <label className={styles.leaf}>
      <input type="checkbox" name={name} aria-label={label} checked={isHeld} disabled={disabled} onChange={onToggle} />
      <Icon name="check" size={12} />
    </label>
  );
}
