export { emailsOf, noEmails, type WrittenEmails, wrongOf } from './emails.ts';
export { EmailsField, type RecipientKind } from './emails-field.tsx';
