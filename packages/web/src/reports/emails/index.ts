export { getInvalidEntries, getValidEmails, noEmails, type WrittenEmails } from './emails.ts';
export { EmailsField, type RecipientKind } from './emails-field.tsx';
