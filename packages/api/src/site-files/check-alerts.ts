import { isAllowed } from '@atrium/domain/access';
import type { OrganizationId } from '@atrium/domain/core';
import { findMemberContacts } from '../access/index.ts';
import { checkContacts } from '../alerts/index.ts';
import type { Database } from '../platform/relational/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import type { SiteState } from '../sites/stored/index.ts';
import type { Change } from './compare-states.ts';
import type { Reading } from './format/reading/reading.ts';
import type { SiteFile } from './format/site-file.ts';

interface Declared {
  readonly file: SiteFile;
  readonly reading: Reading;
  readonly wanted: SiteState;
  readonly changes: readonly Change[];
}

const areas = { create: 'newAlert', update: 'updateAlert', remove: 'deleteAlert' } as const;

/**
 * Checks the alerts of a file by the rules of the alert form. Changing them requires the right to, and new recipients
 * must be verified contacts of members. The operator may also name people of the file who have not signed in yet.
 */
export async function checkAlerts(
  db: Database,
  declared: Declared,
  organizationId: OrganizationId | null,
  by: Scope | undefined,
): Promise<void> {
  const changes = declared.changes.filter(({ kind }) => kind === 'alert' || kind === 'recipientList');
  if (changes.length === 0) return;
  const members = organizationId === null ? [] : await findMemberContacts(db, organizationId);
  for (const change of changes) {
    const at = placeOf(change, declared);
    if (by !== undefined && !isAllowed(by, areas[change.action]))
      declared.reading.reportAt(at, `changing alerts needs the right to (${areas[change.action]})`);
    const told = toldAfter(change, by === undefined ? declared.wanted : null);
    const contacts = checkContacts(told, members);
    if (!contacts.ok) declared.reading.reportAt(at, contacts.error.message);
  }
}

/** Recipients that the change adds. People declared by the operator's own file are trusted. */
function toldAfter({ kind, before, after }: Change, trusted: SiteState | null) {
  if ((kind !== 'alert' && kind !== 'recipientList') || after === null) return { emails: [], phones: [] };
  const added = (field: 'emails' | 'phones') => after[field].filter((one) => !(before?.[field] ?? []).includes(one));
  return {
    emails: added('emails').filter((email) => trusted?.user.has(email) !== true),
    phones: trusted === null ? added('phones') : [],
  };
}

function placeOf({ kind, key, after }: Change, { file, reading }: Declared) {
  const list = kind === 'recipientList' ? file.recipientLists?.find(({ name }) => name === key) : undefined;
  const alert =
    kind === 'alert' && after !== null
      ? file.installations
          ?.find((site) => site.key === after.installation)
          ?.alerts?.find((one) => one.name === after.name && (one.copy ?? 1) === after.copy)
      : undefined;
  return reading.at(list ?? alert ?? file);
}
