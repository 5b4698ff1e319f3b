import type { JsonPath, Widget } from '@atrium/domain/dashboards/definitions';
import { withChangedWidget } from '@atrium/domain/dashboards/pages';
import { parseStored, type Stored } from '@atrium/domain/dashboards/widgets';
import { findProblems, listOptions, optionGroups } from '@atrium/domain/dashboards/widgets/options';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import type { DraftWork } from '../state/use-draft-work.ts';
import { OptionField } from './option-field.tsx';
import styles from './settings.module.css';
import type { NamedReferences } from './use-named-references.ts';

interface WidgetSettingsProps {
  readonly work: DraftWork;
  readonly stored: Stored;
  readonly named: NamedReferences;
}

/**
 * Edits all options of a widget, by its type. An invalid state stays local until it is valid. Until then the drawing
 * and the draft do not change.
 */
export function WidgetSettings({ work, stored, named }: WidgetSettingsProps) {
  const { t } = useText();
  const [held, setHeld] = useState<{ readonly of: Stored; readonly as: Stored } | null>(null);
  const shown = held?.of === stored ? held.as : stored;
  const read = parseStored(stored);
  if (read.kind !== 'widget') return <p className={styles.note}>{t('drafts.settings.unknown')}</p>;
  const { type } = read.widget;
  const problems = findProblems(shown);
  const change = (next: Stored, path: JsonPath) => {
    if (findProblems(next).length > 0) return setHeld({ of: stored, as: next });
    setHeld(null);
    const id = Number(stored.id);
    work.change(
      withChangedWidget(work.content, work.page.key, id, () => next),
      `set ${id} ${path.join('.')}`,
    );
  };
  return optionGroups.map((group) => {
    const options = listOptions(type).filter((option) => option.group === group);
    return options.length === 0 ? null : (
      <details key={group} className={styles.part} open={group === 'data' || undefined}>
        <summary className={styles.partName}>{t(`drafts.group.${group}`)}</summary>
        <div className={styles.fields}>
          {options.map((option) => (
            <OptionField
              key={option.name}
              {...{ option, problems, named, change }}
              holder={shown}
              at={[]}
              metricIds={metricsOf(read.widget)}
            />
          ))}
        </div>
      </details>
    );
  });
}

const metricsOf = ({ metrics = [] }: Widget): readonly string[] => [...new Set(metrics.map(({ type }) => type))];
