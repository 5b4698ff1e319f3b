import { changeDevice, type DeclaredDevice, type DeclaredMember, listAddable } from '@atrium/domain/setup/site-files';
import { maxMembers } from '@atrium/domain/sites';
import { isolateText, useText } from '../../../i18n/index.ts';
import { LongSelectField } from '../../../ui/choice/long-select.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { NumberField } from '../../../ui/form/number-input.tsx';
import styles from './places.module.css';
import type { Editing } from './use-editing.ts';

/** What a virtual meter is made of: meters by name, each with its factor and period. */
export function MemberFields({
  editing: { site, change },
  device,
  problem,
}: {
  readonly editing: Editing;
  readonly device: DeclaredDevice;
  readonly problem: string | null;
}) {
  const { t, dateFormat } = useText();
  const { serial, members } = device;
  const addable = listAddable(site, device);
  const set = (next: readonly DeclaredMember[], about?: string) =>
    change(changeDevice(site, serial, { members: next }), about);
  const edit = (place: number, part: Partial<DeclaredMember>, field: string) =>
    set(
      members.map((member, index) => (index === place ? { ...member, ...part } : member)),
      `device ${serial} member ${place} ${field}`,
    );
  const next = addable.find((one) => members.every((member) => member.serial !== one.serial));
  return (
    <section aria-label={t('setUp.field.members')}>
      <h3 className={styles.label}>{t('setUp.field.members')}</h3>
      <p className={styles.hint}>{t('setUp.members.text')}</p>
      <ul>
        {members.map((member, place) => {
          const name = addable.find((one) => one.serial === member.serial)?.name ?? member.serial;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a device may be a member in several periods
            <li key={place} className={styles.fields}>
              <LongSelectField
                label={t('setUp.members.meter')}
                value={member.serial}
                options={[
                  ...(addable.some((one) => one.serial === member.serial)
                    ? []
                    : [{ value: member.serial, text: member.serial }]),
                  ...addable.map((one) => ({ value: one.serial, text: one.name })),
                ]}
                onChange={(value) => edit(place, { serial: value }, 'serial')}
              />
              <NumberField
                label={t('setUp.members.factor')}
                step="any"
                value={member.factor}
                onChange={(factor) => factor !== null && factor !== 0 && edit(place, { factor }, 'factor')}
              />
              <DateField
                label={t('setUp.correct.from')}
                name={`member-${place}-from`}
                value={member.validFrom?.slice(0, 10) ?? ''}
                pattern={dateFormat}
                onChange={(date) => edit(place, { validFrom: date === '' ? null : date }, 'from')}
              />
              <DateField
                label={t('setUp.correct.to')}
                name={`member-${place}-to`}
                value={member.validTo?.slice(0, 10) ?? ''}
                pattern={dateFormat}
                onChange={(date) => edit(place, { validTo: date === '' ? null : date }, 'to')}
              />
              {members.length > 1 && (
                <div>
                  <Button
                    icon="trash"
                    aria-label={t('setUp.members.remove', { meter: isolateText(name) })}
                    onClick={() => set(members.filter((_, index) => index !== place))}
                  >
                    {t('setUp.remove')}
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {t('setUp.fault.members')}
        </p>
      )}
      {next !== undefined && members.length < maxMembers && (
        <Button
          icon="plus"
          onClick={() => set([...members, { serial: next.serial, factor: 1, validFrom: null, validTo: null }])}
        >
          {t('setUp.members.add')}
        </Button>
      )}
    </section>
  );
}
