import { useText } from '../../i18n/index.ts';
import { type Form, TextAreaField } from '../../ui/fields/index.ts';
import { TextField } from '../../ui/form/index.ts';
import { ChooseMany } from './choose-many.tsx';
import type { Draft } from './draft.ts';
import styles from './form.module.css';
import type { AlertSitesQuery } from './operations.generated.ts';

/** Recipients: verified contacts of members, and recipient lists. */
export function ContactFields({
  form,
  plannings,
}: {
  form: Form<Draft>;
  plannings: AlertSitesQuery['allAlertPlannings'];
}) {
  const { t } = useText();
  const { values, faults, set } = form;
  return (
    <>
      {(['emails', 'phones'] as const).map((name) => (
        <TextAreaField
          key={name}
          label={t(`alertForm.${name}`)}
          name={name}
          rows={2}
          dir="ltr"
          value={values[name]}
          error={faults[name] ?? null}
          note={t('alertForm.oneALine')}
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      ))}
      {plannings.length === 0 ? (
        <>
          <p className={styles.hint}>
            {t('alertForm.plannings')}: {t('alertForm.plannings.none')}
          </p>
          {faults.planningIds !== undefined && (
            <p className={styles.error} data-invalid tabIndex={-1}>
              {faults.planningIds}
            </p>
          )}
        </>
      ) : (
        <ChooseMany<number>
          label={t('alertForm.plannings')}
          options={plannings.map(({ id, name }) => ({ value: id, text: name }))}
          chosen={values.planningIds}
          error={faults.planningIds}
          isOptional={false}
          onChange={(chosen) => set('planningIds', chosen)}
        />
      )}
      <TextField
        label={t('alertForm.newPlanning')}
        name="newPlanning"
        maxLength={100}
        value={values.newPlanning}
        error={faults.newPlanning ?? null}
        onChange={(event) => set('newPlanning', event.currentTarget.value)}
      />
    </>
  );
}
