import type { Sizes } from './sizes.ts';

/**
 * Maximum cost of one document, in units of about 1 µs of CPU. It grows with the organization, as its pages do: the
 * most expensive page with 1 000 sites costs half of it (`product-documents.test.ts`).
 */
export const memberBudget = ({ installations }: Sizes) => 25_000_000 + 60_000 * installations;

/** Maximum number of values in one answer: some tens of megabytes. */
export const maxMemberValues = ({ installations }: Sizes) => 500_000 + 1500 * installations;

/** Enough for the texts of all languages once, or one sign-in attempt. Anonymous callers need nothing else. */
export const anonymousBudget = 100_000;

/** Those texts have as many values; other anonymous answers are small. */
export const maxAnonymousValues = 65_000;

/** Maximum number of list items that one document may resolve, in case the estimate was too low. */
export const maxObjects = ({ installations }: Sizes) => 100_000 + 200 * installations;

/**
 * Budgets per minute, in budgets of one document. A person may open twenty tabs with the most expensive page. An
 * organization has the budget of three such people.
 */
export const budgetsPerMinute = { ofPerson: 20, ofOrganization: 60 };

/** Cost of receiving, reading and validating a document's text, before its own cost can be estimated. */
export const textCost = (bytes: number) => 300 + Math.ceil(bytes / 15);

/** Budget per minute of all anonymous callers at one address, which may be a whole office. */
export const anonymousBudgetPerMinute = 20_000_000;
