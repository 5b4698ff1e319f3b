import { type MessageId, useText } from '../../../i18n/index.ts';
import { ColorField } from './color-field.tsx';
import type { ShapeFieldProps } from './option-props.ts';
import styles from './settings.module.css';

/** Sets a color per metric of the widget. Colors set by label are preserved. */
export function ColorsField({ label, value, set, of: { metricIds } }: ShapeFieldProps<'colors'>) {
  const { t } = useText();
  const colors = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const names = [...new Set([...metricIds, ...Object.keys(colors)])];
  if (names.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{label}</legend>
      {names.map((name) => (
        <ColorField
          key={name}
          label={metricIds.includes(name) ? t(`metric.${name}` as MessageId) : name}
          value={colors[name]}
          set={(color) => {
            const { [name]: _before, ...others } = colors;
            const next = color === undefined ? others : { ...others, [name]: color };
            set(Object.keys(next).length === 0 ? undefined : next);
          }}
        />
      ))}
    </fieldset>
  );
}
