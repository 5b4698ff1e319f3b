import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { useText } from '../../i18n/index.ts';
import { searchEntries, selectWindow } from '../../ui/choice/search-entries.ts';
import { Icon } from '../../ui/icons/index.ts';
import styles from './emails.module.css';
import { commitTyped, isEmail, removeToken, setTyped, type WrittenEmails } from './emails.ts';

/** Whether an address belongs to a member, and whether mail reaches it. */
export type RecipientKind = 'member' | 'outside' | 'refused' | 'unsubscribed';

interface EmailsFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: WrittenEmails;
  /** Kinds of the known addresses. */
  readonly kinds: ReadonlyMap<string, RecipientKind>;
  /** Name of the site the report is about. */
  readonly site: string;
  readonly error?: string | undefined;
  /** Suggestions while typing. */
  readonly suggestions: readonly { readonly email: string; readonly name: string }[];
  readonly aside?: ReactNode;
  readonly onChange: (value: WrittenEmails) => void;
}

/** Addresses as tokens: typed, pasted in bulk, removed one by one. */
export function EmailsField(props: EmailsFieldProps) {
  const { label, name, value, kinds, error, suggestions, aside, onChange } = props;
  const { t } = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const offered = suggestions
    .filter(({ email }) => !value.tokens.includes(email))
    .map((person) => ({ ...person, text: person.name, aside: person.email }));
  const settle = () => value.typed.trim() !== '' && onChange(commitTyped(value));
  const remove = (token: string) => {
    onChange(removeToken(value, token));
    input.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      settle();
    }
    const last = value.tokens.at(-1);
    if (event.key === 'Backspace' && value.typed === '' && last !== undefined) onChange(removeToken(value, last));
  };
  // A single-line field would join the lines of pasted text.
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!/[\s,;]/.test(text.trim())) return;
    event.preventDefault();
    onChange(commitTyped({ ...value, typed: `${value.typed} ${text}` }));
  };
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={styles.box} data-wrong={error !== undefined || undefined}>
        <ul className={styles.tokens}>
          {value.tokens.map((token) => (
            <Token key={token} token={token} kind={kinds.get(token) ?? null} onRemove={() => remove(token)} />
          ))}
        </ul>
        <input
          ref={input}
          id={id}
          name={name}
          className={styles.input}
          dir="ltr"
          type="text"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          list={`${id}-known`}
          placeholder={t('reportForm.emails.add')}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-told`}
          value={value.typed}
          onChange={(event) => onChange(setTyped(value, event.currentTarget.value))}
          onKeyDown={press}
          onPaste={paste}
          onBlur={settle}
        />
        <datalist id={`${id}-known`}>
          {selectWindow(searchEntries(offered, value.typed), 0).shown.map(({ email, name: person }) => (
            <option key={email} value={email} label={person} />
          ))}
        </datalist>
      </div>
      <EmailsNote id={`${id}-told`} {...props} />
    </div>
  );
}

interface TokenProps {
  readonly token: string;
  readonly kind: RecipientKind | null;
  readonly onRemove: () => void;
}

function Token({ token, kind, onRemove }: TokenProps) {
  const { t } = useText();
  const shown = isEmail(token) ? (kind ?? 'member') : 'wrong';
  const told = {
    member: null,
    outside: t('reportForm.emails.outside'),
    refused: t('reportForm.emails.refusedShort'),
    unsubscribed: t('reportForm.emails.unsubscribedShort'),
    wrong: t('reportForm.emails.wrongShort'),
  }[shown];
  return (
    <li className={styles.token} data-kind={shown} title={told ?? undefined}>
      <bdi className={styles.address}>{token}</bdi>
      {told !== null && <span className="visually-hidden">{told}</span>}
      <button type="button" aria-label={t('reportForm.emails.remove', { email: token })} onClick={onRemove}>
        <Icon name="close" size={12} />
      </button>
    </li>
  );
}

/** Errors of the addresses, and which of them get no mail and why. */
function EmailsNote({ id, value, kinds, site, error }: EmailsFieldProps & { readonly id: string }) {
  const { t, locale } = useText();
  const list = new Intl.ListFormat(locale);
  const of = (kind: RecipientKind) => value.tokens.filter((token) => kinds.get(token) === kind);
  const [refused, unsubscribed] = [of('refused'), of('unsubscribed')];
  return (
    <div id={id}>
      {error !== undefined && (
        <p className={styles.error}>
          <Icon name="alert" size={14} />
          {error}
        </p>
      )}
      {refused.length > 0 && (
        <p className={styles.warning}>
          <Icon name="alert" size={14} />
          {t('reportForm.emails.refused', { count: refused.length, who: list.format(refused), site })}
        </p>
      )}
      {unsubscribed.length > 0 && (
        <p className={styles.warning}>
          <Icon name="alert" size={14} />
          {t('reportForm.emails.unsubscribed', { count: unsubscribed.length, who: list.format(unsubscribed) })}
        </p>
      )}
    </div>
  );
}
