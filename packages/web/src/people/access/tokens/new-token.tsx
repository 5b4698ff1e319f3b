import { useApolloClient, useMutation } from '@apollo/client/react';
import { type FormEvent, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { ChoiceField, SelectField } from '../../../ui/form/controls.tsx';
import { Checkbox, TextField } from '../../../ui/form/field.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { useViewer } from '../../organization/index.ts';
import { type Example, findExample } from './examples.ts';
import {
  CreatePersonalTokenDocument,
  type CreatePersonalTokenMutationVariables,
  CreateTokenDocument,
  TokensDocument,
  type TokensQuery,
} from './operations.generated.ts';
import { mayHave, onlySends, type Permission, permissionScopes, permissions } from './permissions.ts';
import { SiteChoice, toggleValue } from './site-choice.tsx';
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

const kinds = ['personal', 'service'] as const;
type Kind = (typeof kinds)[number];

const lifetimes = [30, 90, 365] as const;

interface Draft {
  readonly name: string;
  /** Null: never expires. */
  readonly days: number | null;
  readonly may: ReadonlySet<Permission>;
  /** Null: all sites. */
  readonly sites: ReadonlySet<number> | null;
}

const emptyDraft: Draft = { name: '', days: 365, may: new Set(['read']), sites: null };

type Fault = 'name' | 'may' | 'sites' | 'never';

function findFault({ name, days, may, sites }: Draft): Fault | null {
  if (name.trim() === '') return 'name';
  if (may.size === 0) return 'may';
  if (days === null && !onlySends(may)) return 'never';
  return sites?.size === 0 ? 'sites' : null;
}

/** Form of a new token, beside the list. */
export function NewToken({
  sites,
  isAdmin,
  isReady,
  onCreated,
}: {
  sites: TokensQuery['allInstallations'];
  /** Whether the viewer may create tokens of programs; others create personal ones only. */
  isAdmin: boolean;
  isReady: boolean;
  onCreated: (token: ShownToken) => void;
}) {
  const { t } = useText();
  const client = useApolloClient();
  const viewer = useViewer();
  const [create, creating] = useMutation(CreateTokenDocument);
  const [createPersonal, creatingPersonal] = useMutation(CreatePersonalTokenDocument);
  const [kind, setKind] = useState<Kind>(isAdmin ? 'service' : 'personal');
  const [draft, setDraft] = useState(emptyDraft);
  const [isTried, setTried] = useState(false);
  const isForbidden = (permission: Permission) => kind === 'personal' && !mayHave(viewer, permission);
  const wanted: Draft = {
    ...draft,
    may: new Set(permissions.filter((one) => draft.may.has(one) && !isForbidden(one))),
    sites: kind === 'personal' ? null : draft.sites,
  };
  const fault = isTried ? findFault(wanted) : null;
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const { name, days, may, sites: chosen } = draft;

  async function requestSecret(common: CreatePersonalTokenMutationVariables): Promise<string | undefined> {
    if (kind === 'personal') return (await createPersonal({ variables: common })).data?.createPersonalToken.secret;
    const variables = { ...common, installationIds: chosen && [...chosen] };
    return (await create({ variables })).data?.createToken.secret;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (findFault(wanted) !== null) return;
    const scopes = permissions.flatMap((permission) =>
      wanted.may.has(permission) ? permissionScopes[permission] : [],
    );
    const common = { name: name.trim(), scopes, lifetimeDays: days };
    const secret = await requestSecret(common).catch(() => undefined);
    if (secret === undefined) return showToast('error', t('setUp.notSaved'));
    onCreated({ name: common.name, secret, example: findExample(scopes) });
    await client.refetchQueries({ include: [TokensDocument] }).catch(() => {});
  }

  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t('setUp.tokens.new')}</h2>
      <form className={styles.body} onSubmit={(event) => void submit(event)}>
        {isAdmin && (
          <ChoiceField
            label={t('setUp.tokens.kind')}
            name="kind"
            value={kind}
            options={kinds.map((value) => ({ value, text: t(`setUp.tokens.kind.${value}`) }))}
            onChange={setKind}
          />
        )}
        {kind === 'personal' && <p>{t('setUp.tokens.personalText')}</p>}
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
              label={
                isForbidden(permission)
                  ? t('setUp.tokens.noRight', { may: t(`setUp.tokens.may.${permission}`) })
                  : t(`setUp.tokens.may.${permission}`)
              }
              disabled={isForbidden(permission)}
              checked={may.has(permission) && !isForbidden(permission)}
              onChange={() => change({ may: toggleValue(may, permission) })}
            />
          ))}
          {fault === 'may' && <p className={styles.fault}>{t('setUp.tokens.fault.may')}</p>}
        </fieldset>
        {kind === 'service' && (
          <SiteChoice
            sites={sites}
            chosen={chosen}
            isMissing={fault === 'sites'}
            onChange={(next) => change({ sites: next })}
          />
        )}
        <Button
          type="submit"
          look="primary"
          disabled={!isReady}
          aria-busy={creating.loading || creatingPersonal.loading}
        >
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
