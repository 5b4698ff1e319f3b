import type { AuditAction } from '@atrium/domain/people/audit';
import { password, type Tenant } from '../world/test-world.ts';

/** Audit log entry of a mutation. */
export interface AuditedMutation {
  readonly action?: AuditAction;
  /** Action recorded only when an administrator acts as another user, for personal changes. */
  readonly viewed?: AuditAction;
  /** Reason why nothing is recorded. */
  readonly reason?: string;
  /** Arguments with which the mutation succeeds, by path, in addition to the usual ones. */
  readonly instead?: (ours: Tenant) => Readonly<Record<string, unknown>>;
  /** Table whose newest row is used, which an earlier mutation created. */
  readonly newest?: string;
  /** Test file of the entry, for mutations that need more than this test world. */
  readonly tested?: string;
}

const own = (ours: Tenant, table: string, index = 0) => ours.ids.get(table)?.[index];
const ownAffair = (viewed: AuditAction, instead?: AuditedMutation['instead']): AuditedMutation => ({
  viewed,
  ...(instead && { instead }),
});
/** The first line of a brief, for a day. */
const mutedLine = () => ({ key: 'silence 1', until: Date.now() + 86_400_000 });
const because = (reason: string): AuditedMutation => ({ reason });
const elsewhere = (action: AuditAction, tested: string): AuditedMutation => ({ action, tested });

const twoDaysAgo = Date.now() - 2 * 86_400_000;
const draft = 'a draft changes nothing that others see: publishing it is written down';
const later = 'the report is written down as report.sent once it is handed to the mail server';
const siteFile = 'organization: { name: Canary organization ours, address: Walkway 2 }';
const codes = 'a code alone opens nothing: what is done with it is written down';

/** Every mutation. Arguments are listed where the usual ones are refused. */
export const auditedMutations: Readonly<Record<string, AuditedMutation>> = {
  acceptInvitation: elsewhere('account.accepted', 'src/people/access/invitations/invitations.test.ts'),
  acknowledgeAlert: { action: 'alert.acknowledged' },
  addPin: ownAffair('bookmark.changed'),
  addReadingCorrection: {
    action: 'readings.voided',
    instead: () => ({ 'correction.from': twoDaysAgo, 'correction.to': twoDaysAgo + 600_000 }),
  },
  addSampleData: elsewhere('sampleData.added', 'src/operations/demo/sample/sample-data.long.test.ts'),
  applySiteFile: { action: 'siteFile.applied', instead: () => ({ file: siteFile, dryRun: false }) },
  cancelEmailChange: elsewhere('account.emailChangeCancelled', 'src/people/access/people/email-change.test.ts'),
  cancelExport: { action: 'export.cancelled' },
  confirmEmail: elsewhere('account.emailConfirmed', 'src/people/access/people/without-mail.test.ts'),
  confirmPasswordReset: elsewhere('account.passwordReset', 'src/people/access/people/email-change.test.ts'),
  confirmUnsubscribe: elsewhere('report.unsubscribed', 'src/people/access/unsubscribe.test.ts'),
  correctInside: { action: 'inside.corrected' },
  createAlertLogEntry: { action: 'alertLog.written' },
  createAlertWithDetails: { action: 'alert.created' },
  createDashboardDraft: because(draft),
  createIngestKey: { action: 'ingestKey.created' },
  createPersonalToken: { action: 'ingestKey.created' },
  createProfile: { action: 'profile.created', instead: () => ({ name: 'Walker’s' }) },
  createReport: { action: 'report.created' },
  createRetailReport: because(later),
  createShortLink: { viewed: 'shortLink.created', instead: () => ({ path: `/walker?${Math.random()}` }) },
  createKiosk: { action: 'kiosk.created' },
  createStopAndGoScreen: { action: 'screen.created' },
  createToken: { action: 'ingestKey.created' },
  createWebhook: { action: 'webhook.created' },
  deleteAlert: { action: 'alert.deleted' },
  deleteDashboard: { action: 'dashboard.deleted' },
  deleteExportFile: elsewhere('export.fileDeleted', 'src/actions/exports/making/download-guard.test.ts'),
  deleteFieldMap: { action: 'fieldMap.deleted' },
  deleteImportRecipe: { action: 'importRecipe.deleted' },
  deleteManualCount: elsewhere('manualCount.deleted', 'src/setup/manual-counts/manual-counts.test.ts'),
  deleteMapView: { action: 'mapView.deleted' },
  deletePin: ownAffair('bookmark.changed'),
  deleteProfile: { action: 'profile.deleted', newest: 'profiles' },
  deleteRepeatingExport: { action: 'export.repeatingDeleted' },
  deleteReport: { action: 'report.deleted' },
  deleteKiosk: { action: 'kiosk.deleted' },
  deleteStopAndGoScreen: { action: 'screen.deleted' },
  deleteUser: elsewhere('account.deleted', 'src/people/access/people/people.test.ts'),
  deleteWebhook: { action: 'webhook.deleted', newest: 'webhooks' },
  discardDashboardDraft: because(draft),
  duplicateDashboard: because(draft),
  editSite: { action: 'siteFile.applied', instead: () => ({ dryRun: false }) },
  endViewAs: elsewhere('session.viewAsEnded', 'testing/security/audited.test.ts'),
  forgetSender: { action: 'device.forgotten' },
  hideFirstSteps: because('it shows or hides a link of the menu, and nothing else'),
  importReadings: elsewhere('readings.imported', 'src/numbers/ingest/import/import-upload.test.ts'),
  importSalesMetricsCsv: elsewhere('sales.imported', 'src/actions/sales/imports/imports.test.ts'),
  importTargets: elsewhere('targets.changed', 'src/numbers/targets/targets.test.ts'),
  inviteByLink: elsewhere('account.invitationLinkShown', 'src/people/access/people/without-mail.test.ts'),
  inviteUser: { action: 'account.invited' },
  logout: { action: 'session.signedOut' },
  logoutEverywhere: { action: 'session.signedOutEverywhere' },
  muteAlert: { action: 'alert.unmuted' },
  muteLine: ownAffair('brief.changed', mutedLine),
  openDashboardDraft: because(draft),
  placeDevice: because('it is a change of the site, which is written down as siteFile.applied'),
  publishDashboardDraft: elsewhere('dashboard.published', 'src/pages/drafts/drafts.test.ts'),
  registerBrowser: { action: 'account.browserTrusted', instead: () => ({ deviceId: 'A'.repeat(43) }) },
  removePushBrowser: because('a browser leaves the notifications of the person who uses it'),
  removeSampleData: elsewhere('sampleData.removed', 'src/operations/demo/sample/sample-data.long.test.ts'),
  renewAlertJobKey: { action: 'organization.jobKeyRenewed' },
  renewKioskLink: { action: 'kiosk.linkRenewed' },
  renewStopAndGoLink: { action: 'screen.linkRenewed' },
  reorderPins: ownAffair('bookmark.changed'),
  repeatExport: elsewhere('export.repeated', 'src/actions/exports/repeating/repeating.test.ts'),
  requestPasswordReset: { action: 'account.passwordResetRequested' },
  resendInvitation: because(
    'the person who was invited asks for their own link again, which goes to their address alone',
  ),
  restoreRepeatingExport: { action: 'export.repeatingRestored' },
  restoreReport: { action: 'report.restored' },
  renewPersonalToken: elsewhere('ingestKey.renewed', 'src/people/access/tokens/personal-tokens.test.ts'),
  renewWebhookSecret: { action: 'webhook.renewed' },
  replayWebhookDeliveries: { action: 'webhook.replayed' },
  replayWebhookDelivery: { action: 'webhook.replayed' },
  renewIngestKey: { action: 'ingestKey.renewed' },
  revokePersonalToken: elsewhere('ingestKey.revoked', 'src/people/access/tokens/personal-tokens.test.ts'),
  revokeIngestKey: { action: 'ingestKey.revoked' },
  saveDashboardDraft: because(draft),
  saveFieldMap: { action: 'fieldMap.saved' },
  saveImportRecipe: elsewhere('importRecipe.saved', 'src/numbers/ingest/import/recipes/import-recipes.test.ts'),
  saveManualCount: {
    action: 'manualCount.saved',
    instead: () => ({ startedAt: twoDaysAgo, finishedAt: twoDaysAgo + 600_000 }),
  },
  saveMapView: elsewhere('mapView.saved', 'src/pages/map-views/map-views.test.ts'),
  savePushBrowser: because('a browser joins the notifications of the person who uses it'),
  saveTagCategory: {
    action: 'tags.changed',
    instead: (ours) => ({ 'category.id': own(ours, 'tag_categories'), 'category.tags.id': own(ours, 'tags') }),
  },
  sendContactVerification: because(codes),
  sendExportAgain: elsewhere('export.sentAgain', 'src/actions/exports/making/download-guard.test.ts'),
  sendInvitationVerificationCode: because(codes),
  sendOtp: because(codes),
  sendReportDraft: because(later),
  sendTestMessage: { action: 'message.tested', instead: () => ({ channel: 'mail' }) },
  sendTestReport: because(later),
  setTargets: { action: 'targets.changed' },
  showResetLink: elsewhere('account.resetLinkShown', 'src/people/access/people/without-mail.test.ts'),
  startViewAs: { action: 'session.viewAsStarted', instead: (ours) => ({ userId: own(ours, 'users', 2) }) },
  swapDirections: { action: 'device.directionsSwapped' },
  switchRepeatingExport: { action: 'export.repeatingSwitchedOff' },
  testWebhook: { action: 'webhook.tested' },
  undoPlacing: because('it is a change of the site, which is written down as siteFile.applied'),
  undoReadingCorrection: { action: 'readings.restored' },
  undoReadingsImport: elsewhere(
    'readings.importUndone',
    'src/numbers/ingest/import/history/undo-readings-import.test.ts',
  ),
  undoSalesImport: { action: 'sales.importUndone' },
  unmuteLine: ownAffair('brief.changed', () => ({ key: 'silence 1' })),
  updateAlert: { action: 'alert.switchedOff' },
  updateAlertLogEntry: { action: 'alertLog.written' },
  updateAlertWithDetails: { action: 'alert.changed', instead: (ours) => ({ id: own(ours, 'alerts') }) },
  updateInvitationOtpContact: because(
    'it is part of an invitation that is not accepted yet, which is written down then',
  ),
  updateMeasurementSettings: { action: 'organization.changed' },
  updateOrganization: { action: 'organization.changed' },
  updateOtpContact: elsewhere('account.twoFactorChanged', 'src/people/access/people/people.test.ts'),
  updatePassword: {
    action: 'account.passwordChanged',
    instead: () => ({ oldPassword: password, newPassword: 'Another-pass-2' }),
  },
  updateToken: { action: 'ingestKey.changed' },
  updatePin: ownAffair('bookmark.changed'),
  updateProfile: elsewhere('profile.changed', 'src/people/access/people/people.test.ts'),
  updateReport: { action: 'report.switchedOff' },
  updateKiosk: { action: 'kiosk.changed' },
  updateStopAndGoScreen: { action: 'screen.switchedOff' },
  updateUser: elsewhere('account.changed', 'src/people/access/people/people.test.ts'),
  updateUserProfile: elsewhere('account.ownProfileChanged', 'src/people/access/people/people.test.ts'),
  uploadMapPicture: { action: 'mapView.saved', instead: () => ({ name: 'walker', file: null }) },
  uploadOrganizationLogo: { action: 'organization.changed', instead: () => ({ file: null }) },
  uploadUserPicture: { action: 'account.ownProfileChanged', instead: () => ({ file: null }) },
  verifyContact: elsewhere('account.emailChanged', 'src/people/access/people/email-change.test.ts'),
  verifyInvitationContact: because('it is part of an invitation that is not accepted yet, which is written down then'),
  withdrawInsideCorrection: { action: 'inside.correctionWithdrawn', newest: 'inside_corrections' },
  updateWebhook: { action: 'webhook.changed' },
};
