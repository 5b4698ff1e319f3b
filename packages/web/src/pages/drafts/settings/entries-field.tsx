import { findMetric } from '@atrium/domain/numbers';
import type { Stored } from '@atrium/domain/pages/widgets';
import { withValueAt } from '@atrium/domain/pages/widgets/options';
import { Fragment, type ReactNode } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { Button, IconButton } from '../../../ui/form/button.tsx';
import type { OptionFieldProps, ShapeFieldProps } from './options.ts';
import styles from './settings.module.css';

interface EntriesFieldProps extends ShapeFieldProps<'list'> {
  readonly field: (props: OptionFieldProps) => ReactNode;
}

/** Edits a list of entries of one shape, each with its own fields. */
export function EntriesField({ shape, label, value, set, of, field }: EntriesFieldProps) {
  const { t } = useText();
  const entries = Array.isArray(value) ? (value as readonly Stored[]) : [];
  const at = [...of.at, ...of.option.path];
  const put = (next: readonly Stored[]) => set(next.length === 0 ? undefined : next);
  const nameOf = (entry: Stored, index: number) =>
    typeof entry.type === 'string' && findMetric(entry.type) !== undefined
      ? t(`metric.${entry.type}` as MessageId)
      : t('drafts.entry', { what: label, number: index + 1 });
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{label}</legend>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are told apart by where they stand
        <details key={index} className={styles.entry}>
          <summary>
            <span className={styles.entryName}>{nameOf(entry, index)}</span>
          </summary>
          <div className={styles.fields}>
            {shape.of.map((option) => (
              <Fragment key={option.name}>
                {field({
                  ...of,
                  option,
                  holder: entry,
                  at: [...at, index],
                  change: (next, path) =>
                    of.change(withValueAt(of.holder, of.option.path, entries.with(index, next)), path),
                })}
              </Fragment>
            ))}
            <div className={styles.entryTools}>
              {index > 0 && (
                <Button
                  look="quiet"
                  onClick={() => put(entries.with(index - 1, entry).with(index, entries[index - 1] ?? entry))}
                >
                  {t('drafts.earlier', { what: nameOf(entry, index) })}
                </Button>
              )}
              <IconButton
                icon="trash"
                label={t('drafts.remove', { what: nameOf(entry, index) })}
                onClick={() => put(entries.filter((_, other) => other !== index))}
              />
            </div>
          </div>
        </details>
      ))}
      {entries.length < shape.most && (
        <Button look="quiet" icon="plus" onClick={() => put([...entries, shape.fresh])}>
          {t('drafts.add', { what: label })}
        </Button>
      )}
    </fieldset>
  );
}
