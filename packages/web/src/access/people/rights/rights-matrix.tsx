import { allRights, type Right } from '@atrium/domain/access';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { Icon } from '../../../ui/icons/index.ts';
import styles from './rights.module.css';

const verbs = ['read', 'create', 'edit', 'delete'] as const;

/** Areas in the tree's order: a right's name without its verb. */
const areas = [...new Set(allRights.map((right) => right.slice(0, right.lastIndexOf('.'))))];

interface RightsMatrixProps {
  readonly held: ReadonlySet<Right>;
  readonly onChange: (held: ReadonlySet<Right>) => void;
  readonly disabled: boolean;
  /** Those the viewer may give or take. */
  readonly grantable: ReadonlySet<Right>;
}

/** Every right there is, by what it is about and what it allows. */
export function RightsMatrix({ held, onChange, disabled, grantable }: RightsMatrixProps) {
  const { t } = useText();
  return (
    <div className={styles.scroll}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">{t('rights.area')}</th>
            {verbs.map((verb) => (
              <th key={verb} scope="col">
                {t(`rights.verb.${verb}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => (
            <tr key={area}>
              <th scope="row">{t(`rights.area.${area}` as MessageId)}</th>
              {verbs.map((verb) => {
                const right = `${area}.${verb}` as Right;
                return (
                  <td key={verb}>
                    {allRights.includes(right) ? (
                      <Leaf
                        label={`${t(`rights.area.${area}` as MessageId)}: ${t(`rights.verb.${verb}`)}`}
                        name={right}
                        isHeld={held.has(right)}
                        disabled={disabled || !grantable.has(right)}
                        onToggle={() => onChange(toggled(held, right))}
                      />
                    ) : (
                      <span className="visually-hidden">{t('rights.none')}</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
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
