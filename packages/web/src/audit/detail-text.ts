import { allRights, type Right } from '@atrium/domain/access';
import type { MessageId, Say } from '../i18n/index.ts';

type Details = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

/** What an entry tells besides who and what, in the reader's words; '' when it tells nothing more. */
export function detailText(action: string, details: Details, say: Say, locale: string): string {
  const and = new Intl.ListFormat(locale, { type: 'conjunction' });
  const { name, email, by, reason, changed, granted, withdrawn, contact } = details;
  const parts = [
    isText(name) && name,
    isText(email) && email,
    isText(by) && known(say, `audit.detail.by.${by}`),
    isText(reason) && known(say, `audit.detail.reason.${reason}`),
    isList(changed) && changed.length > 0 && and.format(changed.map((field) => known(say, `audit.field.${field}`))),
    isList(granted) && granted.length > 0 && say('audit.detail.granted', { list: rights(granted, say, and) }),
    isList(withdrawn) && withdrawn.length > 0 && say('audit.detail.withdrawn', { list: rights(withdrawn, say, and) }),
    isText(contact) && known(say, `audit.field.${contact}`),
    action === 'account.twoFactorChanged' && `${contactText(details.from, say)} → ${contactText(details.to, say)}`,
    action === 'account.emailChangeRequested' && isText(details.to) && details.to,
    action === 'account.emailChanged' && [details.from, details.to].filter(isText).join(' → '),
    action === 'siteFile.applied' && siteFile(details, say),
    action === 'inside.corrected' && inside(details, say),
  ];
  return parts.filter(isText).join(' · ');
}

/** A text by an id made of what was stored; what no catalogue knows is said as it is. */
function known(say: Say, id: string): string {
  const text = say(id as MessageId);
  return text === id ? (id.split('.').at(-1) ?? id) : text;
}

function rights(list: readonly string[], say: Say, and: Intl.ListFormat): string {
  if (list.length === allRights.length) return say('audit.detail.everyRight');
  return and.format((list as readonly Right[]).map((right) => rightText(right, say)));
}

function rightText(right: Right, say: Say): string {
  const at = right.lastIndexOf('.');
  return `${known(say, `rights.area.${right.slice(0, at)}`)} (${known(say, `rights.verb.${right.slice(at + 1)}`)})`;
}

const contactText = (contact: unknown, say: Say) =>
  isText(contact) ? known(say, `audit.field.${contact}`) : say('audit.contact.off');

function siteFile({ created, updated, removed }: Details, say: Say): string {
  return say('audit.detail.siteFile', { created: Number(created), updated: Number(updated), removed: Number(removed) });
}

function inside({ zone, value, note }: Details, say: Say): string {
  return say('audit.detail.inside', { zone: String(zone), value: Number(value), note: String(note) });
}
