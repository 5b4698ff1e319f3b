/** Subject of an audit log entry. */
export type AuditSubject =
  | 'account'
  | 'profile'
  | 'organization'
  | 'ingestKey'
  | 'webhook'
  | 'siteFile'
  | 'report'
  | 'zone'
  | 'passage'
  | 'alert'
  | 'recipientList'
  | 'device'
  | 'fieldMap'
  | 'shortLink'
  | 'bookmark'
  | 'screen'
  | 'kiosk'
  | 'readings'
  | 'target'
  | 'importRecipe'
  | 'salesImport'
  | 'export'
  | 'dashboard';

declare const details: unique symbol;

interface AuditActionSpec<Details> {
  readonly subject: AuditSubject;
  /** Whether every member may read it on the home page; the others are for administrators. */
  readonly isActivity: boolean;
  /** Type-level only: details of an entry besides user, time and subject. */
  readonly [details]?: Details;
}

const activity = <Details>(subject: AuditSubject): AuditActionSpec<Details> => ({ subject, isActivity: true });
const confidential = <Details>(subject: AuditSubject): AuditActionSpec<Details> => ({ subject, isActivity: false });

interface ReportDetails {
  readonly name: string;
  readonly outside: readonly string[];
}

/** Values of the changed fields, before and after. */
interface BeforeAndAfter {
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

type Nothing = Readonly<Record<never, never>>;

/**
 * All actions in the audit log. Add an action here with the shape of its details and record it where it happens. Its
 * label is the message with its id. Details never contain passwords, codes, tokens or keys.
 */
export const auditActions = {
  /** `by`: the credential that was used, alone or in addition to the password. */
  'session.signedIn': confidential<{ readonly by: 'password' | 'code' | 'oidc' | 'retailer' }>('account'),
  /** `unknownAccount`: a hash of an unknown address, so that repeated attempts are visible without the address. */
  'session.signInFailed': confidential<{
    readonly reason: 'password' | 'code' | 'provider';
    readonly unknownAccount?: string;
  }>('account'),
  'session.signedOut': confidential<Nothing>('account'),
  'session.signedOutEverywhere': confidential<Nothing>('account'),
  /** A token was renewed a second time, which ended the session. */
  'session.tokenReplayed': confidential<Nothing>('account'),
  'session.viewAsStarted': confidential<Nothing>('account'),
  'session.viewAsEnded': confidential<Nothing>('account'),
  'account.browserTrusted': confidential<Nothing>('account'),
  /** `unknownAccount` as above. */
  'account.passwordResetRequested': confidential<{ readonly unknownAccount?: string }>('account'),
  'account.passwordReset': confidential<Nothing>('account'),
  'account.invited': confidential<{ readonly email: string; readonly role: 'admin' | 'user' }>('account'),
  /** Without mail, the link was shown to the inviter, who passes it on. */
  'account.invitationLinkShown': confidential<{ readonly email: string }>('account'),
  'account.resetLinkShown': confidential<{ readonly email: string }>('account'),
  /** Without mail, an administrator confirmed that the address is the member's. */
  'account.emailConfirmed': confidential<{ readonly email: string }>('account'),
  'account.accepted': confidential<{ readonly email: string; readonly role: 'admin' | 'user' }>('account'),
  /** Fields people change in their own profile. */
  'account.ownProfileChanged': confidential<{ readonly changed: readonly string[] } & BeforeAndAfter>('account'),
  /** Fields another person changed for a member. Rights appear as the profile's name and the number of sites. */
  'account.changed': confidential<{ readonly name: string; readonly changed: readonly string[] } & BeforeAndAfter>(
    'account',
  ),
  'account.passwordChanged': confidential<Nothing>('account'),
  'account.twoFactorChanged': confidential<{
    readonly from: 'email' | 'phone' | null;
    readonly to: 'email' | 'phone' | null;
  }>('account'),
  'account.contactVerified': confidential<{ readonly contact: 'email' | 'phone' }>('account'),
  /** A new address, which must be verified by a code. */
  'account.emailChangeRequested': confidential<{ readonly to: string }>('account'),
  'account.emailChangeCancelled': confidential<Nothing>('account'),
  'account.emailChanged': confidential<{ readonly from: string; readonly to: string }>('account'),
  /** A test message to oneself, from Settings › System. */
  'message.tested': confidential<{ readonly channel: 'mail' | 'sms' }>('organization'),
  /** By the command line, which names operators of the installation. */
  'account.operatorGranted': confidential<{ readonly name: string }>('account'),
  'account.operatorRevoked': confidential<{ readonly name: string }>('account'),
  'account.deleted': confidential<{ readonly name: string }>('account'),
  'profile.created': confidential<{ readonly name: string; readonly granted: readonly string[] }>('profile'),
  'profile.changed': confidential<{
    readonly name: string;
    readonly granted: readonly string[];
    readonly withdrawn: readonly string[];
  }>('profile'),
  'profile.deleted': confidential<{ readonly name: string }>('profile'),
  'organization.changed': activity<
    {
      readonly changed: readonly ('name' | 'address' | 'logo' | 'factors' | 'bands' | 'firstWeekday' | 'fiscalYear')[];
      readonly name: string;
    } & BeforeAndAfter
  >('organization'),
  /** The signing key of an organization's jobs was replaced; the previous one is void. */
  'organization.jobKeyRenewed': confidential<Nothing>('organization'),
  'ingestKey.created': confidential<{ readonly name: string; readonly publicId: string }>('ingestKey'),
  /** Its name or its sites changed. */
  'ingestKey.changed': confidential<{ readonly name: string; readonly publicId: string }>('ingestKey'),
  /** A new secret was issued; the previous one works for a day. */
  'ingestKey.renewed': confidential<{ readonly name: string; readonly publicId: string }>('ingestKey'),
  /** The first use since uses are recorded. */
  'ingestKey.firstUsed': confidential<{ readonly name: string; readonly publicId: string }>('ingestKey'),
  'ingestKey.revoked': confidential<{ readonly name: string; readonly publicId: string }>('ingestKey'),
  'webhook.created': confidential<{ readonly host: string }>('webhook'),
  'webhook.changed': confidential<{ readonly host: string }>('webhook'),
  'webhook.deleted': confidential<{ readonly host: string }>('webhook'),
  /** A new secret was issued; calls are signed with the previous one too for a day. */
  'webhook.renewed': confidential<{ readonly host: string }>('webhook'),
  'webhook.tested': confidential<{ readonly host: string }>('webhook'),
  /** Deliveries were sent again. */
  'webhook.replayed': confidential<{ readonly host: string }>('webhook'),
  /** `value`: the number of people inside the zone. */
  'inside.corrected': confidential<{ readonly zone: string; readonly value: number; readonly note: string }>('zone'),
  /** A recent correction was withdrawn. */
  'inside.correctionWithdrawn': confidential<{ readonly zone: string; readonly value: number }>('zone'),
  /** `people`: the total in both directions at the passage. */
  'manualCount.saved': confidential<{ readonly name: string; readonly people: number }>('passage'),
  'manualCount.deleted': confidential<{ readonly name: string; readonly people: number }>('passage'),
  /** Monthly targets of a site or its zones. `name`: the site; `targets`: how many were set or removed. */
  'targets.changed': confidential<{ readonly name: string; readonly targets: number }>('target'),
  /** An observation at a zone. */
  'alertLog.written': confidential<{ readonly name: string }>('zone'),
  /** The configuration of a zone's map, or one of its pictures. */
  'mapView.saved': confidential<{ readonly name: string }>('zone'),
  'mapView.deleted': confidential<{ readonly name: string }>('zone'),
  'alert.created': activity<{ readonly name: string }>('alert'),
  'alert.changed': activity<{ readonly name: string }>('alert'),
  'alert.switchedOn': activity<{ readonly name: string }>('alert'),
  'alert.switchedOff': activity<{ readonly name: string }>('alert'),
  'alert.muted': activity<{ readonly name: string }>('alert'),
  'alert.unmuted': activity<{ readonly name: string }>('alert'),
  'alert.deleted': activity<{ readonly name: string }>('alert'),
  'alert.acknowledged': activity<{ readonly name: string }>('alert'),
  /** Swaps in and out for a device that sends in a maker's format, or undoes that. `name`: its serial. */
  'device.directionsSwapped': confidential<{ readonly name: string; readonly swapped: boolean }>('device'),
  /** The stored packets of a waiting device were deleted. */
  'device.forgotten': confidential<{ readonly name: string }>('device'),
  'fieldMap.saved': confidential<{ readonly name: string }>('fieldMap'),
  'fieldMap.deleted': confidential<{ readonly name: string }>('fieldMap'),
  /** Only recorded while an administrator views the product as another user. `name`: the page or the bookmark. */
  'shortLink.created': confidential<{ readonly name: string }>('shortLink'),
  /** Muted or unmuted lines of one's own brief. */
  'brief.changed': confidential<{ readonly name: string }>('account'),
  'bookmark.changed': confidential<{ readonly name?: string }>('bookmark'),
  /** A shared list of alert recipients. `members`: their ids. */
  'recipientList.created': confidential<{ readonly name: string }>('recipientList'),
  'recipientList.changed': confidential<
    { readonly name: string; readonly changed: readonly ('name' | 'emails' | 'phones' | 'members')[] } & BeforeAndAfter
  >('recipientList'),
  /** Published content of a dashboard. Not an activity, because not every member may see the dashboard. */
  'dashboard.published': confidential<{ readonly name: string; readonly version: number }>('dashboard'),
  'dashboard.deleted': confidential<{ readonly name: string }>('dashboard'),
  'screen.created': activity<{ readonly name: string }>('screen'),
  'screen.changed': activity<{ readonly name: string }>('screen'),
  'screen.switchedOn': activity<{ readonly name: string }>('screen'),
  'screen.switchedOff': activity<{ readonly name: string }>('screen'),
  /** The previous link is void. */
  'screen.linkRenewed': activity<{ readonly name: string }>('screen'),
  'screen.deleted': activity<{ readonly name: string }>('screen'),
  'kiosk.created': confidential<{ readonly name: string }>('kiosk'),
  'kiosk.changed': confidential<{ readonly name: string }>('kiosk'),
  /** A new link; the previous one is void. */
  'kiosk.linkRenewed': confidential<{ readonly name: string }>('kiosk'),
  'kiosk.deleted': confidential<{ readonly name: string }>('kiosk'),
  /** Readings of a device were taken out of the numbers, corrected, or count as sent again. `period`: local times of the site. */
  'readings.voided': confidential<{ readonly device: string; readonly period: string; readonly reason: string }>(
    'device',
  ),
  'readings.corrected': confidential<{
    readonly device: string;
    readonly kind: string;
    readonly period: string;
    readonly reason: string;
  }>('device'),
  'readings.restored': confidential<{ readonly device: string; readonly period: string; readonly reason: string }>(
    'device',
  ),
  /** `readings`: the number of new or corrected readings in the file. */
  'readings.imported': confidential<{ readonly file: string; readonly readings: number }>('readings'),
  'readings.importUndone': confidential<{
    readonly file: string;
    readonly removed: number;
    readonly restored: number;
    readonly reason: string;
  }>('readings'),
  'importRecipe.saved': confidential<{ readonly name: string }>('importRecipe'),
  'importRecipe.deleted': confidential<{ readonly name: string }>('importRecipe'),
  /** Counts of all, new and corrected receipts in the sales file. */
  'sales.imported': confidential<{
    readonly file: string;
    readonly receipts: number;
    readonly added: number;
    readonly corrected: number;
  }>('salesImport'),
  /** `reason`: missing if none was given. */
  'sales.importUndone': confidential<{
    readonly file: string;
    readonly removed: number;
    readonly restored: number;
    readonly reason?: string;
  }>('salesImport'),
  /** `outside`: recipients who are not members. */
  'report.created': activity<ReportDetails>('report'),
  'report.changed': activity<ReportDetails>('report'),
  'report.switchedOn': activity<ReportDetails>('report'),
  'report.switchedOff': activity<ReportDetails>('report'),
  'report.deleted': activity<{ readonly name: string }>('report'),
  'report.restored': activity<ReportDetails>('report'),
  /** Passed to the mail server: by its schedule, as a test, or once from a page. */
  'report.sent': confidential<
    ReportDetails & { readonly kind: 'scheduled' | 'test' | 'requested'; readonly members: number }
  >('report'),
  /** Where mail is not set up, the person who requested the report downloaded its files. */
  'report.downloaded': confidential<{ readonly name: string }>('report'),
  /** Data of the site `name`. `recipients`: the number of people it is emailed to. */
  'export.asked': confidential<{ readonly name: string; readonly recipients: number }>('export'),
  /** Emailed again to `recipients` people. */
  'export.sentAgain': confidential<{ readonly name: string; readonly recipients: number }>('export'),
  /** Recorded under the member whose personal link was used. `name`: the site. */
  'export.downloaded': confidential<{ readonly name: string }>('export'),
  /** Its links are void. */
  'export.fileDeleted': confidential<{ readonly name: string }>('export'),
  'export.cancelled': confidential<{ readonly name: string }>('export'),
  /** A repeating export of the site `name`. */
  'export.repeated': confidential<{ readonly name: string; readonly recipients: number }>('export'),
  'export.repeatingSwitchedOn': confidential<{ readonly name: string }>('export'),
  'export.repeatingSwitchedOff': confidential<{ readonly name: string }>('export'),
  'export.repeatingDeleted': confidential<{ readonly name: string }>('export'),
  'export.repeatingRestored': confidential<{ readonly name: string }>('export'),
  'report.unsubscribed': confidential<{ readonly email: string }>('report'),
  /** A request without sufficient rights. `operation`: the API's name. */
  'access.refused': confidential<{ readonly operation: string }>('account'),
  /** Permanently removed with all its readings by the operator. */
  'site.erased': confidential<{ readonly name: string; readonly key: string }>('siteFile'),
  'sampleData.added': activity<{ readonly name: string }>('siteFile'),
  'sampleData.removed': activity<Nothing>('siteFile'),
  /** Saved category of tags, such as regions, with the number of its tags. */
  'tags.changed': confidential<{ readonly name: string; readonly tags: number }>('siteFile'),
  'siteFile.applied': activity<{ readonly created: number; readonly updated: number; readonly removed: number }>(
    'siteFile',
  ),
} as const satisfies Record<string, AuditActionSpec<object>>;

export type AuditAction = keyof typeof auditActions;

export type AuditDetails<Action extends AuditAction> =
  (typeof auditActions)[Action] extends AuditActionSpec<infer Details> ? Details : never;

export function isAuditAction(text: string): text is AuditAction {
  return Object.hasOwn(auditActions, text);
}

/** Actions that every member may read. */
export const activityActions: readonly AuditAction[] = Object.keys(auditActions)
  .filter(isAuditAction)
  .filter((action) => auditActions[action].isActivity);

const ofSites: ReadonlySet<AuditSubject> = new Set([
  'siteFile',
  'ingestKey',
  'zone',
  'passage',
  'recipientList',
  'device',
  'fieldMap',
  'target',
  'kiosk',
  'readings',
  'salesImport',
]);

/** Actions about sites. An entry without a site is about all of them. */
export const siteActions: readonly AuditAction[] = Object.keys(auditActions)
  .filter(isAuditAction)
  .filter((action) => ofSites.has(auditActions[action].subject));
