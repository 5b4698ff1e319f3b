import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../../src');
const catalogue: Record<string, string> = Object.assign(
  {},
  ...globSync('i18n/messages/en/*.json', { cwd: source }).map((name) =>
    JSON.parse(readFileSync(path.join(source, name), 'utf8')),
  ),
);
const code = globSync('**/*.{ts,tsx}', { cwd: source })
  .filter((name) => !/\.test\.|generated|message-id|\/gallery\//.test(name))
  .map((name) => readFileSync(path.join(source, name), 'utf8'))
  .join('\n');

/** Returns whether code uses the message by its full id, or by a template for its last parts. */
function isSaid(id: string): boolean {
  const parts = id.split('.');
  const openings = parts.slice(1).map((_, at) => `${parts.slice(0, at + 1).join('.')}.\${`);
  return [`'${id}'`, ...openings].some((form) => code.includes(form));
}

/** Error situations with the id and English text of their message. */
const catalogueOfErrors: readonly (readonly [situation: string, id: string, text: string])[] = [
  ['token expired', 'app.tokenExpired', 'Your token has expired, please get a new one'],
  ['token expired, not renewed', 'app.fault.retry', 'An unexpected error occurred. Please try again.'],
  ['invalid token', 'access.ended', 'Your session has ended. Please sign in again.'],
  ['invalid token at the gate', 'signIn.gate.invalidToken', 'Your session is no longer valid. Please sign in again.'],
  ['refresh timed out', 'signIn.gate.refreshTimedOut', 'Renewing your session timed out. Please try again.'],
  ['viewer not loaded', 'app.fault.unexpected', 'An unexpected error occurred'],
  ['short link error', 'app.shortLink.gone', 'This link does not exist or has expired.'],
  ['login: wrong credentials', 'access.failure.wrongCredentials', 'Wrong email/password'],
  ['login: anything else', 'access.failure.somethingWrong', 'Something went wrong'],
  ['login: unknown user of a provider', 'signIn.provider.userNotFound', 'The user cannot be found'],
  ['one-time code by email', 'signIn.code.invalid.email', 'Invalid code: it does not match the one received by email'],
  [
    'one-time code by text',
    'signIn.code.invalid.phone',
    'Invalid code: it does not match the one received by text message',
  ],
  ['onboarding: anything else', 'access.onboarding.failure', 'An error has occurred. Please try again.'],
  ['onboarding: success', 'access.onboarding.success', 'Your account is ready. Sign in to begin.'],
  ['page not found', 'app.notFound', 'This page doesn’t exist'],
  ['servers unavailable', 'app.fault.servers', 'Servers unavailable'],
  ['chunk load failure', 'app.fault.stale', 'A new version is available'],
  ['password length', 'access.password.length', 'A password has at least 8 characters'],
  ['password policy', 'access.password.rule', 'At least 8 characters with a letter, a number and a special character'],
  [
    'extended password policy',
    'access.password.extended',
    'A password has at least one numeric and one non-alphanumeric character',
  ],
  ['required field', 'access.password.required', 'Enter your password'],
  ['passwords not equal', 'access.password.unequal', 'Passwords do not match'],
  ['email required', 'access.email.required', 'Enter your email address'],
  ['email invalid', 'access.email.invalid', 'This is not a valid email address'],
  ['only letters', 'access.onboarding.name.letters', 'A name has letters and spaces only'],
  [
    'invalid phone',
    'access.phone.invalid',
    'Write the whole number in the international format, such as +41 79 123 45 67',
  ],
  ['empty first or last name', 'access.onboarding.name.missing', 'Enter your name'],
  ['organization name', 'access.onboarding.organization.missing', 'Enter the organization’s name'],
  ['image size', 'profile.picture.size', 'An image has at most 1 MB'],
  [
    'image pixels',
    'profile.picture.pixels',
    'An image has at most 50 million pixels (width × height). Make it smaller.',
  ],
  ['image conversion', 'profile.picture.slow', 'The image takes too long to convert. Make it smaller.'],
  ['empty timespan field', 'filters.custom.empty', 'Choose both dates of this range'],
  ['ranges that overlap', 'filters.custom.overlap', 'This range overlaps another one'],
  ['bookmark without a title', 'bookmarks.title.required', 'A bookmark needs a name'],
  ['unsubscribe: invalid token', 'signIn.unsubscribe.invalid', 'This link is not valid'],
  ['saved', 'profile.saved', 'Changes saved successfully'],
  ['time range too wide', 'widgets.empty.tooWide', 'Too many days'],
  [
    'time range too wide, subtext',
    'widgets.empty.tooWide.detail',
    'This widget shows fine steps of time. Choose at most two weeks.',
  ],
  ['alert log with no data', 'alertLog.none', 'No alerts'],
  ['widget with no data', 'widgets.empty.noMatch', 'Nothing matches the filters'],
  ['widget with no data, subtext', 'widgets.empty.noMatch.detail', 'No sensor of these places measures this.'],
  ['unknown metric tooltip', 'widgets.noHelp', 'There is no explanation of this metric'],
  ['heatmap: no address', 'heatmap.noImage', 'Heatmap url is missing!'],
  ['heatmap: no dashboard', 'heatmap.wrongConfig', 'Wrong config!'],
  ['heatmap: no days', 'heatmap.notAvailable', 'Heatmap is not available for the selected date range!'],
  ['heatmap: image', 'heatmap.failed', 'The heatmap cannot be displayed for the selected day'],
  ['clipboard: copied', 'widgets.copied', 'Copied'],
  ['clipboard: refused', 'widgets.notCopied', 'The browser blocked copying'],
  ['deleted zone', 'alertLog.deletedZone', 'This zone has been deleted'],
  ['alert created', 'alerts.toast.created', 'The alert has been created'],
  ['alert updated', 'alerts.toast.updated', 'The alert has been updated'],
  ['alert deleted', 'alerts.toast.deleted', 'The alert has been deleted'],
  ['alert not deleted', 'alerts.toast.notDeleted', 'The alert could not be deleted. Try again, or contact support.'],
  ['alert not changed', 'alerts.toast.failed', 'That did not work. Nothing was changed.'],
  ['alerts not loaded', 'alerts.failed', 'The alerts could not be loaded.'],
  ['report created', 'reports.toast.created', 'The report has been created'],
  ['report updated', 'reports.toast.updated', 'The report has been updated'],
  ['report deleted', 'reports.toast.deleted', 'The report has been deleted'],
  ['report not created', 'reports.toast.notCreated', 'The report could not be created.'],
  ['report not updated', 'reports.toast.notUpdated', 'The report could not be updated. Nothing was changed.'],
  ['report not deleted', 'reports.toast.notDeleted', 'The report could not be deleted. It is still there.'],
  ['report: no permission', 'reports.refused.forbidden', 'You do not have the access needed to make this change'],
  ['report: once more', 'reports.retry', 'Try again'],
  ['reports not loaded', 'reports.failed', 'The reports could not be loaded.'],
  ['report to change not loaded', 'reportForm.failed', 'This report could not be loaded.'],
  ['screen created', 'stopAndGo.toast.created', 'The screen has been created'],
  ['screen deleted', 'stopAndGo.toast.deleted', 'The screen has been deleted'],
  ['screen not changed', 'stopAndGo.toast.failed', 'That did not work. Nothing was changed.'],
  ['screen: no permission', 'stopAndGo.toast.forbidden', 'You do not have the access needed to make this change'],
  ['screens not loaded', 'stopAndGo.failed', 'The screens could not be loaded.'],
  ['a funnel’s months that are no dates', 'funnel.fault.dates', 'Must be in YYYY-MM-DD format'],
  ['a funnel’s shops that are no ids', 'funnel.fault.sites', 'Must be only digits'],
  ['export: being sent', 'exports.toast.asked', 'The export is being made and then sent. That may take some minutes.'],
  ['export: not sent', 'exports.toast.notSent', 'The export could not be asked for. Nothing is sent.'],
  [
    'import: kind of file',
    'salesImport.refused.fileType',
    'Only .csv, .xlsx and .xls files can be imported, and a file must be what its name says',
  ],
  ['import: size of the file', 'salesImport.refused.fileSize', 'The file is larger than 10 MB'],
  ['import: more than one file', 'salesImport.refused.tooMany', 'One file at a time, please'],
  ['import: not read', 'salesImport.refused.unread', 'The file could not be read'],
  ['import: no file', 'salesImport.server.fileRequired', 'Choose a file first'],
  ['import: date of the device', 'salesImport.server.dateFormat', 'The date of this device was not understood'],
  [
    'import: time zone of the device',
    'salesImport.server.timezoneFormat',
    'The time zone of this device was not understood',
  ],
  ['import: kind of file at the server', 'salesImport.server.fileType', 'The server does not take files of this kind'],
  ['import: processing', 'salesImport.server.processing', 'The file could not be processed. Nothing was imported.'],
  ['import: storage', 'salesImport.server.storage', 'The file could not be stored. Nothing was imported.'],
  ['import: unknown', 'salesImport.server.unknown', 'Something unknown went wrong. Nothing was imported.'],
  ['import: kind of import', 'salesImport.server.importType', 'The server does not know what kind of import this is'],
  [
    'import: errors in the file',
    'salesImport.server.uploadedFile',
    'The server found errors in the file. Nothing was imported.',
  ],
  ['import: an empty cell', 'salesImport.reason.empty', 'Is empty.'],
  [
    'import: receipt id',
    'salesImport.reason.receiptText',
    'Is longer than 128 characters, or holds characters nobody sees.',
  ],
  ['import: date and hour', 'salesImport.reason.timeForm', 'Is no date with an hour: “{value}”. Write {example}.'],
  ['import: shop id', 'salesImport.reason.shopUnknown', 'No site of yours has this id: “{value}”.'],
  ['import: number of items, turnover', 'salesImport.reason.numberForm', 'Is not a number: “{value}”.'],
  ['import: currency', 'salesImport.reason.currencyForm', 'Is not an ISO 4217 code: “{value}”. Swiss francs are CHF.'],
  ['import: number of columns', 'salesImport.reason.columnCount', 'Has {value} columns, {beside} are needed.'],
  ['import: errors copied', 'salesImport.copied', 'Copied'],
  ['import: errors not copied', 'salesImport.notCopied', 'It could not be copied'],
  ['must be greater than another field', 'alertForm.error.greaterThan', 'must be greater than {label}'],
];

describe('O02 error messages', () => {
  it.each(catalogueOfErrors)('%s', (_, id, text) => {
    expect(catalogue[id]).toBe(text);
    expect([id, isSaid(id)]).toEqual([id, true]);
  });
});
