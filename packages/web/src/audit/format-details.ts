import { allRights, type Right } from '@atrium/domain/access';
import { formatFromTo, type MessageId, type Translate } from '../i18n/index.ts';

type Details = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

/** Formats an entry's details beyond actor and action; '' if there are none. */
export function formatDetails(action: string, details: Details, t: Translate, locale: string): string {
  const and = new Intl.ListFormat(locale, { type: 'conjunction' });
  const { name, email, by, reason, changed, granted, withdrawn, contact } = details;
  const parts = [
    isText(name) && name,
    isText(details.file) && details.file,
    isText(email) && email,
    isText(by) && translateOrRaw(t, `audit.detail.by.${by}`),
    isText(reason) && translateOrRaw(t, `audit.detail.reason.${reason}`),
    isList(changed) && changed.length > 0 && and.format(changed.map((field) => change(field, details, t))),
    isList(granted) && granted.length > 0 && t('audit.detail.granted', { list: rights(granted, t, and) }),
    isList(withdrawn) && withdrawn.length > 0 && t('audit.detail.withdrawn', { list: rights(withdrawn, t, and) }),
    isText(contact) && translateOrRaw(t, `audit.field.${contact}`),
    action === 'account.twoFactorChanged' && formatFromTo(contactText(details.from, t), contactText(details.to, t)),
    action === 'account.emailChangeRequested' && isText(details.to) && details.to,
    action === 'account.emailChanged' &&
      (isText(details.from) && isText(details.to)
        ? formatFromTo(details.from, details.to)
        : [details.from, details.to].find(isText)),
    action === 'siteFile.applied' && siteFile(details, t),
    action === 'access.refused' && t('audit.detail.refused', { operation: String(details.operation) }),
    action === 'inside.corrected' && inside(details, t),
  ];
  return parts.filter(isText).join(' · ');
}

/** A changed field with its old and new value where they are readable. */
function change(field: string, { before, after }: Details, t: Translate): string {
  const [was, is] = [before, after].map((values) => (values as Details | undefined)?.[field] ?? '');
  const name = translateOrRaw(t, `audit.field.${field}`);
  const isReadable =
    typeof was === 'string' && typeof is === 'string' && !hidden.has(field) && (was !== '' || is !== '');
  return isReadable ? `${name} (${formatFromTo(was || '–', is || '–')})` : name;
}

/** Fields that contain file names. */
const hidden: ReadonlySet<string> = new Set(['picture', 'logo']);

/** Translates a stored word; returns it unchanged if no catalogue has it. */
function translateOrRaw(t: Translate, id: string): string {
  const text = t(id as MessageId);
  return text === id ? (id.split('.').at(-1) ?? id) : text;
}

function rights(list: readonly string[], t: Translate, and: Intl.ListFormat): string {
  if (list.length === allRights.length) return t('audit.detail.everyRight');
  return and.format((list as readonly Right[]).map((right) => rightText(right, t)));
}

function rightText(right: Right, t: Translate): string {
  const at = right.lastIndexOf('.');
  return `${translateOrRaw(t, `rights.area.${right.slice(0, at)}`)} (${translateOrRaw(t, `rights.verb.${right.slice(at + 1)}`)})`;
}

const contactText = (contact: unknown, t: Translate) =>
  isText(contact) ? translateOrRaw(t, `audit.field.${contact}`) : t('audit.contact.off');

function siteFile({ created, updated, removed }: Details, t: Translate): string {
  return t('audit.detail.siteFile', { created: Number(created), updated: Number(updated), removed: Number(removed) });
}

function inside({ zone, value, note }: Details, t: Translate): string {
  return t('audit.detail.inside', { zone: String(zone), value: Number(value), note: String(note) });
}
