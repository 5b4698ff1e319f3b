/** What an entry of the audit log is about. */
export type AuditSubject =
  | 'account'
  | 'profile'
  | 'organization'
  | 'ingestKey'
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
  | 'readings'
  | 'salesImport'
  | 'export'
  | 'dashboard';

declare const details: unique symbol;

interface AuditActionSpec<Details> {
  readonly subject: AuditSubject;
  /** Part of the activity every member may read on the home page; the rest is for administrators. */
  readonly isActivity: boolean;
  /** Only for the types: what an entry tells besides who, when and what. */
  readonly [details]?: Details;
}

const activity = <Details>(subject: AuditSubject): AuditActionSpec<Details> => ({ subject, isActivity: true });
const confidential = <Details>(subject: AuditSubject): AuditActionSpec<Details> => ({ subject, isActivity: false });

interface ReportDetails {
  readonly name: string;
  readonly outside: readonly string[];
}

/** The values of what changed, by field: as they were, and as they are now. */
interface BeforeAndAfter {
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

type Nothing = Readonly<Record<never, never>>;

/**
 * Everything that is written down about what people do. An action is added here, with the shape of its details, and
 * recorded where it happens; its label is a message under its id. Details never hold passwords, codes, tokens or keys.
 */
export const auditActions = {
  /** `by`: what signed in, besides or instead of the password. */
  'session.signedIn': confidential<{ readonly by: 'password' | 'code' | 'oidc' | 'retailer' }>('account'),
  /** `unknownAccount`: a fingerprint of an address nobody has here, so that repeated tries show without the address. */
  'session.signInFailed': confidential<{
    readonly reason: 'password' | 'code' | 'provider';
    readonly unknownAccount?: string;
  }>('account'),
  'session.signedOut': confidential<Nothing>('account'),
  'session.signedOutEverywhere': confidential<Nothing>('account'),
  /** A token that had been renewed was renewed once more: the session ended. */
  'session.tokenReplayed': confidential<Nothing>('account'),
  'session.viewAsStarted': confidential<Nothing>('account'),
  'session.viewAsEnded': confidential<Nothing>('account'),
  'account.browserTrusted': confidential<Nothing>('account'),
  /** `unknownAccount` as above. */
  'account.passwordResetRequested': confidential<{ readonly unknownAccount?: string }>('account'),
  'account.passwordReset': confidential<Nothing>('account'),
  'account.invited': confidential<{ readonly email: string; readonly role: 'admin' | 'user' }>('account'),
  /** Where mail isn't set up: the link was shown to whoever invited, who hands it on. */
  'account.invitationLinkShown': confidential<{ readonly email: string }>('account'),
  'account.resetLinkShown': confidential<{ readonly email: string }>('account'),
  /** Where mail isn't set up: an administrator said that the address is the member's. */
  'account.emailConfirmed': confidential<{ readonly email: string }>('account'),
  'account.accepted': confidential<{ readonly email: string; readonly role: 'admin' | 'user' }>('account'),
  /** What people change of themselves, by field. */
  'account.ownProfileChanged': confidential<{ readonly changed: readonly string[] } & BeforeAndAfter>('account'),
  /** What somebody else changed of a member; rights by their profile's name and number of sites. */
  'account.changed': confidential<{ readonly name: string; readonly changed: readonly string[] } & BeforeAndAfter>(
    'account',
  ),
  'account.passwordChanged': confidential<Nothing>('account'),
  'account.twoFactorChanged': confidential<{
    readonly from: 'email' | 'phone' | null;
    readonly to: 'email' | 'phone' | null;
  }>('account'),
  'account.contactVerified': confidential<{ readonly contact: 'email' | 'phone' }>('account'),
  /** Another address, which awaits its code. */
  'account.emailChangeRequested': confidential<{ readonly to: string }>('account'),
  'account.emailChangeCancelled': confidential<Nothing>('account'),
  'account.emailChanged': confidential<{ readonly from: string; readonly to: string }>('account'),
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
      readonly changed: readonly ('name' | 'address' | 'logo' | 'factors' | 'bands')[];
      readonly name: string;
    } & BeforeAndAfter
  >('organization'),
  /** The key that the calls of an organization are signed with: the former one is void. */
  'organization.jobKeyRenewed': confidential<Nothing>('organization'),
  'ingestKey.created': confidential<{ readonly name: string; readonly publicId: string }>('ingestKey'),
  'ingestKey.revoked': confidential<{ readonly name: string; readonly publicId: string }>('ingestKey'),
  /** Of a zone, by name: so many people were inside. */
  'inside.corrected': confidential<{ readonly zone: string; readonly value: number; readonly note: string }>('zone'),
  /** What was corrected shortly before is as it was counted again. */
  'inside.correctionWithdrawn': confidential<{ readonly zone: string; readonly value: number }>('zone'),
  /** Of a passage, by name: what somebody counted there, in both ways together. */
  'manualCount.saved': confidential<{ readonly name: string; readonly people: number }>('passage'),
  'manualCount.deleted': confidential<{ readonly name: string; readonly people: number }>('passage'),
  /** Of a zone, by name: what somebody saw there. */
  'alertLog.written': confidential<{ readonly name: string }>('zone'),
  /** Of a zone, by name: the configuration of its map, or a picture. */
  'mapView.saved': confidential<{ readonly name: string }>('zone'),
  'mapView.deleted': confidential<{ readonly name: string }>('zone'),
  /** Of an alert, by name. */
  'alert.created': activity<{ readonly name: string }>('alert'),
  'alert.changed': activity<{ readonly name: string }>('alert'),
  'alert.switchedOn': activity<{ readonly name: string }>('alert'),
  'alert.switchedOff': activity<{ readonly name: string }>('alert'),
  'alert.muted': activity<{ readonly name: string }>('alert'),
  'alert.unmuted': activity<{ readonly name: string }>('alert'),
  'alert.deleted': activity<{ readonly name: string }>('alert'),
  'alert.acknowledged': activity<{ readonly name: string }>('alert'),
  /** Of a device that sends in its maker's format, by serial number: what it sends is read with in and out exchanged, or as before. */
  'device.directionsSwapped': confidential<{ readonly name: string; readonly swapped: boolean }>('device'),
  /** What it sent and waited is gone. */
  'device.forgotten': confidential<{ readonly name: string }>('device'),
  /** Of a field map, by name. */
  'fieldMap.saved': confidential<{ readonly name: string }>('fieldMap'),
  'fieldMap.deleted': confidential<{ readonly name: string }>('fieldMap'),
  /** What people do for themselves: written down only where an administrator does it as them. `name`: the page, or the bookmark. */
  'shortLink.created': confidential<{ readonly name: string }>('shortLink'),
  'bookmark.changed': confidential<{ readonly name?: string }>('bookmark'),
  /** Of a list of recipients that alerts share, by name. `members`: their ids. */
  'recipientList.created': confidential<{ readonly name: string }>('recipientList'),
  'recipientList.changed': confidential<
    { readonly name: string; readonly changed: readonly ('name' | 'emails' | 'phones' | 'members')[] } & BeforeAndAfter
  >('recipientList'),
  /** Of a dashboard, by name. What readers see changes by it; who sees it is not everybody. */
  'dashboard.published': confidential<{ readonly name: string; readonly version: number }>('dashboard'),
  'dashboard.deleted': confidential<{ readonly name: string }>('dashboard'),
  /** Of a Stop&Go screen, by name. */
  'screen.created': activity<{ readonly name: string }>('screen'),
  'screen.changed': activity<{ readonly name: string }>('screen'),
  'screen.switchedOn': activity<{ readonly name: string }>('screen'),
  'screen.switchedOff': activity<{ readonly name: string }>('screen'),
  /** The link before it is void. */
  'screen.linkRenewed': activity<{ readonly name: string }>('screen'),
  'screen.deleted': activity<{ readonly name: string }>('screen'),
  /** A file of readings, by its name: so many that were not known or known otherwise. */
  'readings.imported': confidential<{ readonly file: string; readonly readings: number }>('readings'),
  /** A sales file, by its name: so many receipts, of which some were not known or known otherwise. */
  'sales.imported': confidential<{
    readonly file: string;
    readonly receipts: number;
    readonly added: number;
    readonly corrected: number;
  }>('salesImport'),
  'sales.importUndone': confidential<{ readonly file: string; readonly removed: number; readonly restored: number }>(
    'salesImport',
  ),
  /** Of a report, by name; `outside`: the addresses of nobody's it goes to. */
  'report.created': activity<ReportDetails>('report'),
  'report.changed': activity<ReportDetails>('report'),
  'report.switchedOn': activity<ReportDetails>('report'),
  'report.switchedOff': activity<ReportDetails>('report'),
  'report.deleted': activity<{ readonly name: string }>('report'),
  'report.restored': activity<ReportDetails>('report'),
  /** Handed to the mail server: by its schedule, to try it, or once from a page. */
  'report.sent': confidential<
    ReportDetails & { readonly kind: 'scheduled' | 'test' | 'requested'; readonly members: number }
  >('report'),
  /** Its files, where mail is not set up, by whoever had them made. */
  'report.downloaded': confidential<{ readonly name: string }>('report'),
  /** Of a site, by name: data somebody took out, and how many people it was to be mailed to. */
  'export.asked': confidential<{ readonly name: string; readonly recipients: number }>('export'),
  /** Mailed once more to so many people. */
  'export.sentAgain': confidential<{ readonly name: string; readonly recipients: number }>('export'),
  /** By the link of the person who is named, under their name. */
  'export.downloaded': confidential<{ readonly name: string }>('export'),
  /** Its links are void. */
  'export.fileDeleted': confidential<{ readonly name: string }>('export'),
  'export.cancelled': confidential<{ readonly name: string }>('export'),
  /** Of a site, by name: data somebody takes out again and again. */
  'export.repeated': confidential<{ readonly name: string; readonly recipients: number }>('export'),
  'export.repeatingSwitchedOn': confidential<{ readonly name: string }>('export'),
  'export.repeatingSwitchedOff': confidential<{ readonly name: string }>('export'),
  'export.repeatingDeleted': confidential<{ readonly name: string }>('export'),
  'export.repeatingRestored': confidential<{ readonly name: string }>('export'),
  'report.unsubscribed': confidential<{ readonly email: string }>('report'),
  /** Somebody asked for what their rights do not cover. `operation`: as the API names it. */
  'access.refused': confidential<{ readonly operation: string }>('account'),
  /** Taken out with all its readings, for good, by whoever runs the installation. */
  'site.erased': confidential<{ readonly name: string; readonly key: string }>('siteFile'),
  'sampleData.added': activity<{ readonly name: string }>('siteFile'),
  'sampleData.removed': activity<Nothing>('siteFile'),
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

/** The actions any member may read about. */
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
]);

/** The actions that are about sites: recorded without one they are about all of them. */
export const siteActions: readonly AuditAction[] = Object.keys(auditActions)
  .filter(isAuditAction)
  .filter((action) => ofSites.has(auditActions[action].subject));
