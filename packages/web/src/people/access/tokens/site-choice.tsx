import { useText } from '../../../i18n/index.ts';
import { Checkbox } from '../../../ui/form/field.tsx';
import styles from './tokens.module.css';

/** Returns the set with the value added or removed. */
export function toggleValue<Value>(values: ReadonlySet<Value>, value: Value): ReadonlySet<Value> {
  const changed = new Set(values);
  if (!changed.delete(value)) changed.add(value);
  return changed;
}

/** Choice of all sites or of some. */
export function SiteChoice({
  sites,
  chosen,
  isMissing,
  onChange,
}: {
  sites: readonly { readonly id: number; readonly name: string }[];
  /** Null: all sites. */
  chosen: ReadonlySet<number> | null;
  /** Whether a site must be chosen first. */
  isMissing: boolean;
  onChange: (chosen: ReadonlySet<number> | null) => void;
}) {
  const { t } = useText();
  return (
    <fieldset className={styles.group}>
      <legend>{t('setUp.tokens.sitesTitle')}</legend>
      <Checkbox
        label={t('setUp.tokens.everySite')}
        checked={chosen === null}
        onChange={() => onChange(chosen === null ? new Set() : null)}
      />
      <div className={styles.sites}>
        {sites.map((site) => (
          <Checkbox
            key={site.id}
            label={site.name}
            disabled={chosen === null}
            checked={chosen === null || chosen.has(site.id)}
            onChange={() => onChange(toggleValue(chosen ?? new Set(), site.id))}
          />
        ))}
      </div>
      {isMissing && <p className={styles.fault}>{t('setUp.tokens.fault.sites')}</p>}
    </fieldset>
  );
}
