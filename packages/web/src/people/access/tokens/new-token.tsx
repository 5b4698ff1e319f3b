import { useApolloClient, useMutation } from '@apollo/client/react';
import { type FormEvent, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { SelectField } from '../../../ui/form/controls.tsx';
import { Checkbox, TextField } from '../../../ui/form/field.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { type Example, findExample } from './examples.ts';
import { CreateTokenDocument, IngestKeysDocument, type IngestKeysQuery } from './operations.generated.ts';
import { onlySends, type Permission, permissionScopes, permissions } from './permissions.ts';
import styles from './tokens.module.css';
import { useCurl } from './try-it.tsx';
import { useCopy } from './use-copy.ts';

/** A token whose secret is on the screen. */
export interface ShownToken {
  readonly name: string;
  readonly secret: string;
  /** Example that works with it; null: none. */
  readonly example: Example | null;
}

const lifetimes = [30, 90, 365] as const;

interface Draft {
  readonly name: string;
  /** Null: never expires. */
  readonly days: number | null;
  readonly may: ReadonlySet<Permission>;
  /** Null: all sites. */
  readonly sites: ReadonlySet<number> | null;
}

const emptyDraft: Draft = { name: '', days: 90, may: new Set(['read']), sites: null };

type Fault = 'name' | 'may' | 'sites' | 'never';

function findFault({ name, days, may, sites }: Draft): Fault | null {
  if (name.trim() === '') return 'name';
  if (may.size === 0) return 'may';
  if (days === null && !onlySends(may)) return 'never';
  return sites?.size === 0 ? 'sites' : null;
}

/** Returns the set with the value added or removed. */
function toggle<Value>(values: ReadonlySet<Value>, value: Value): ReadonlySet<Value> {
  const changed = new Set(values);
  if (!changed.delete(value)) changed.add(value);
  return changed;
}

/** Form of a new token, beside the list. */
export function NewToken({
  sites,
  isReady,
  onCreated,
}: {
  sites: IngestKeysQuery['allInstallations'];
  isReady: boolean;
  onCreated: (token: ShownToken) => void;
}) {
  const { t } = useText();
  const client = useApolloClient();
  const [create, { loading }] = useMutation(CreateTokenDocument);
  const [draft, setDraft] = useState(emptyDraft);
  const [isTried, setTried] = useState(false);
  const fault = isTried ? findFault(draft) : null;
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const { name, days, may, sites: chosen } = draft;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (findFault(draft) !== null) return;
    const scopes = permissions.flatMap((permission) => (may.has(permission) ? permissionScopes[permission] : []));
    const variables = { name: name.trim(), scopes, lifetimeDays: days, installationIds: chosen && [...chosen] };
    const answer = await create({ variables }).catch(() => null);
    if (answer?.data == null) return showToast('error', t('setUp.notSaved'));
    onCreated({ name: variables.name, secret: answer.data.createToken.secret, example: findExample(scopes) });
    await client.refetchQueries({ include: [IngestKeysDocument] }).catch(() => {});
  }

  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t('setUp.tokens.new')}</h2>
      <form className={styles.body} onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('setUp.field.name')}
          name="name"
          autoComplete="off"
          maxLength={100}
          value={name}
          error={fault === 'name' ? t('setUp.tokens.fault.name') : null}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
        <SelectField
          label={t('setUp.tokens.expires')}
          value={days === null ? 'never' : String(days)}
          error={fault === 'never' ? t('setUp.tokens.fault.never') : null}
          options={[
            ...lifetimes.map((count) => ({ value: String(count), text: t('setUp.tokens.days', { days: count }) })),
            { value: 'never', text: t('setUp.tokens.never') },
          ]}
          onChange={(value) => change({ days: value === 'never' ? null : Number(value) })}
        />
        <fieldset className={styles.group}>
          <legend>{t('setUp.tokens.may')}</legend>
          {permissions.map((permission) => (
            <Checkbox
              key={permission}
              label={t(`setUp.tokens.may.${permission}`)}
              checked={may.has(permission)}
              onChange={() => change({ may: toggle(may, permission) })}
            />
          ))}
          {fault === 'may' && <p className={styles.fault}>{t('setUp.tokens.fault.may')}</p>}
        </fieldset>
        <fieldset className={styles.group}>
          <legend>{t('setUp.tokens.sitesTitle')}</legend>
          <Checkbox
            label={t('setUp.tokens.everySite')}
            checked={chosen === null}
            onChange={() => change({ sites: chosen === null ? new Set() : null })}
          />
          <div className={styles.sites}>
            {sites.map((site) => (
              <Checkbox
                key={site.id}
                label={site.name}
                disabled={chosen === null}
                checked={chosen === null || chosen.has(site.id)}
                onChange={() => change({ sites: toggle(chosen ?? new Set(), site.id) })}
              />
            ))}
          </div>
          {fault === 'sites' && <p className={styles.fault}>{t('setUp.tokens.fault.sites')}</p>}
        </fieldset>
        <Button type="submit" look="primary" disabled={!isReady} aria-busy={loading}>
          {t('setUp.tokens.create')}
        </Button>
      </form>
    </section>
  );
}

/** The secret of a token, once, with a command that works. */
export function ShownSecret({ token: { name, secret, example }, onDone }: { token: ShownToken; onDone: () => void }) {
  const { t } = useText();
  const copy = useCopy();
  const command = useCurl(example ?? 'sites', secret);
  return (
    <section className={styles.card} aria-live="polite">
      <h2 className={styles.title}>{name}</h2>
      <div className={styles.body}>
        <p>{t('setUp.tokens.once')}</p>
        <code className={styles.code} dir="ltr">
          {secret}
        </code>
        <Button icon="copy" className={styles.copy} onClick={() => copy(secret)}>
          {t('setUp.tokens.copy')}
        </Button>
        {example !== null && (
          <>
            <pre className={styles.code} dir="ltr">
              {command}
            </pre>
            <Button icon="copy" className={styles.copy} onClick={() => copy(command)}>
              {t('setUp.tokens.copyCommand')}
            </Button>
          </>
        )}
        <Button look="primary" onClick={onDone}>
          {t('setUp.tokens.done')}
        </Button>
      </div>
    </section>
  );
}
