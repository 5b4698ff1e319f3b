import { useQuery } from '@apollo/client/react';
import { addDays, dateToWall, isLocalDate, wallToInstant } from '@atrium/domain/core';
import { useText } from '../i18n/index.ts';
import { LongSelectField } from '../ui/choice/index.ts';
import { DateField, SelectField } from '../ui/fields/index.ts';
import styles from './audit-log.module.css';
import { type Kind, kinds, kindTexts, selectActions } from './kinds.ts';
import { type AuditLogQueryVariables, AuditPeopleDocument } from './operations.generated.ts';

/** Selected filters; '' does not filter. Dates are the reader's own, both inclusive. */
export interface ChosenFilters {
  readonly kind: Kind | '';
  readonly person: string;
  readonly from: string;
  readonly to: string;
}

export const noFilters: ChosenFilters = { kind: '', person: '', from: '', to: '' };

export function toFilter(
  { kind, person, from, to }: ChosenFilters,
  zone: string,
): NonNullable<AuditLogQueryVariables['filter']> {
  return {
    ...(kind !== '' && { actions: [...selectActions(kind)] }),
    ...(person !== '' && { actorUserId: Number(person) }),
    ...(isLocalDate(from) && { from: startOfDay(zone, from) }),
    ...(isLocalDate(to) && { to: startOfDay(zone, addDays(to, 1)) }),
  };
}

export function Filters({ chosen, onChange }: { chosen: ChosenFilters; onChange: (chosen: ChosenFilters) => void }) {
  const { t, dateFormat } = useText();
  const { data } = useQuery(AuditPeopleDocument);
  const set = (change: Partial<ChosenFilters>) => onChange({ ...chosen, ...change });
  return (
    <div className={styles.filters}>
      <SelectField
        label={t('audit.filter.kind')}
        name="kind"
        value={chosen.kind}
        onChange={(kind) => set({ kind: kinds.find((one) => one === kind) ?? '' })}
        options={[
          { value: '', text: t('audit.filter.all') },
          ...kinds.map((kind) => ({ value: kind, text: t(kindTexts[kind]) })),
        ]}
      />
      <LongSelectField
        label={t('audit.filter.person')}
        name="person"
        value={chosen.person}
        onChange={(person) => set({ person })}
        options={[
          { value: '', text: t('audit.filter.anybody') },
          ...(data?.allUsers ?? []).map(({ id, firstName, lastName, email }) => ({
            value: String(id),
            text: `${firstName} ${lastName}`.trim() || email,
          })),
        ]}
      />
      <DateField
        label={t('audit.filter.from')}
        name="from"
        pattern={dateFormat}
        value={chosen.from}
        max={chosen.to}
        onChange={(from) => set({ from })}
      />
      <DateField
        label={t('audit.filter.to')}
        name="to"
        pattern={dateFormat}
        value={chosen.to}
        min={chosen.from}
        onChange={(to) => set({ to })}
      />
    </div>
  );
}

const startOfDay = (zone: string, date: string) => wallToInstant(zone, dateToWall(date, 0));
