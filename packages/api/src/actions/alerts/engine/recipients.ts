import type { MemberContacts } from '../../../people/access/index.ts';
import type { StoredAction, StoredAlert, StoredPlanning } from '../definitions/alert.ts';

export interface Recipient {
  readonly channel: StoredAction['type'];
  /** Email address, phone number or URL of a job. For push: ids of the member and the browser. */
  readonly recipient: string;
  /** Push only. Null: the member has registered no browser. */
  readonly browser?: MemberContacts['browsers'][number] | null;
  readonly userId: number | null;
  readonly language: string;
}

/**
 * Returns the recipients of an action, each address once. Contacts are checked against the current members: people who
 * left, lost the site or changed their address are not notified.
 */
export function findRecipients(
  action: Pick<StoredAction, 'type' | 'recipients'>,
  alert: Pick<StoredAlert, 'emails' | 'phones' | 'planningIds' | 'installationId'>,
  plannings: readonly StoredPlanning[],
  members: readonly MemberContacts[],
): readonly Recipient[] {
  const { type: channel } = action;
  if (channel === 'job')
    return action.recipients.map((recipient) => ({ channel, recipient, userId: null, language: 'en' }));
  const lists = plannings.filter(({ id }) => alert.planningIds.includes(id));
  const named = new Set(lists.flatMap(({ userIds }) => userIds));
  const emails = new Set([...alert.emails, ...lists.flatMap((list) => list.emails)]);
  const phones = new Set([...alert.phones, ...lists.flatMap((list) => list.phones)]);
  const sees = ({ installationIds }: MemberContacts) =>
    installationIds === null || installationIds.includes(alert.installationId);
  return members.filter(sees).flatMap(({ userId, language, email, phone, browsers }): readonly Recipient[] => {
    const isNamed = named.has(userId);
    const told = { channel, userId, language };
    if (channel === 'push') {
      if (!isNamed) return [];
      if (browsers.length === 0) return [{ ...told, recipient: String(userId), browser: null }];
      return browsers.map((browser) => ({ ...told, recipient: `${userId}/${browser.id}`, browser }));
    }
    const contact = channel === 'email' ? email : phone;
    const isAsked = isNamed || (contact !== null && (channel === 'email' ? emails : phones).has(contact));
    return contact !== null && isAsked ? [{ ...told, recipient: contact }] : [];
  });
}
