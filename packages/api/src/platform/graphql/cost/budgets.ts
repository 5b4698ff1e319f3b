import type { Sizes } from './sizes.ts';

/**
 * What one document may cost, in units of about a microsecond of processor. It grows with the organization, for so do
 * its pages: the dearest one of 1 000 sites costs half of it (`product-documents.test.ts`).
 */
export const budgetOfMember = ({ installations }: Sizes) => 25_000_000 + 60_000 * installations;

/** What one answer may hold: some tens of megabytes of it. */
export const mostValuesOfMember = ({ installations }: Sizes) => 500_000 + 1500 * installations;

/** Texts of all languages once, or one try to sign in: nothing else is for anybody. */
export const budgetOfAnybody = 100_000;

/** Those texts count as many, and little else is told to anybody. */
export const mostValuesOfAnybody = 65_000;

/** Items of lists that one document may resolve: what counts where the estimate was too low. */
export const mostObjects = ({ installations }: Sizes) => 100_000 + 200 * installations;

/** In budgets of one document: twenty tabs with the dearest page, and of an organization three such people. */
export const budgetsPerMinute = { ofPerson: 20, ofOrganization: 60 };

/** To take in, read and check the text of a document before it can be weighed. */
export const costOfText = (bytes: number) => 300 + Math.ceil(bytes / 15);

/** A minute of all callers at one address who are not signed in: a whole office may stand there. */
export const addressPerMinute = 20_000_000;
