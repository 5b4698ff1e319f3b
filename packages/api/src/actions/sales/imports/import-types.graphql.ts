import { maxListedFaults, type RowFault, toColumnLetter } from '@atrium/domain/actions/sales';
import type { Builder } from '../../../platform/graphql/builder.ts';
import type { TypeRef } from '../../../platform/graphql/connections.ts';
import type { ImportOutcome } from './import-sales.ts';
import type { ReadableImport } from './list-imports.ts';
import type { NamedShop } from './list-shops.ts';
import type { UndoEffect } from './undo.store.ts';

/** ISO 4217 has more, but no organization uses more. */
export const maxCurrencies = 50;

export interface SalesAmount {
  /** ISO 4217. */
  readonly currency: string;
  readonly amount: number;
}

export type ImportTypes = ReturnType<typeof registerImportTypes>;

export function registerImportTypes(hub: Builder) {
  const shop = hub.objectRef<NamedShop>('SalesShop').implement({
    description: 'A site with the id it has in sales files.',
    fields: (t) => ({
      shopId: t.exposeString('shopId'),
      siteId: t.exposeInt('installationId'),
      name: t.exposeString('name'),
      currency: t.exposeString('currency', { nullable: true, description: 'ISO 4217' }),
      timezone: t.exposeString('timezone'),
      changeOfDay: t.exposeString('changeOfDay', { description: 'When its day begins.' }),
    }),
  });
  const amount = hub.objectRef<SalesAmount>('SalesAmount').implement({
    fields: (t) => ({ currency: t.exposeString('currency'), amount: t.exposeFloat('amount') }),
  });
  return { shop, amount, answer: answerType(hub), listed: listedType(hub), undo: undoType(hub, amount) };
}

function answerType(hub: Builder) {
  const fault = hub.objectRef<RowFault>('SalesFileFault').implement({
    fields: (t) => ({
      row: t.exposeInt('row', { description: 'As a spreadsheet shows it, from 1.' }),
      column: t.string({
        nullable: true,
        description: 'A to F; null: the row as a whole.',
        resolve: ({ column }) => (column === null ? null : toColumnLetter(column)),
      }),
      reason: t.exposeString('reason'),
      value: t.exposeString('value', { description: 'What stands there, shortened.' }),
      beside: t.exposeString('beside', { description: 'What it is compared with, if anything.' }),
    }),
  });
  const ofShop = hub.objectRef<ReturnType<typeof shopsIn>[number]>('SalesFileShop').implement({
    fields: (t) => ({
      shopId: t.exposeString('shopId'),
      siteId: t.exposeInt('siteId'),
      receipts: t.exposeInt('receipts'),
      added: t.exposeInt('added', { description: 'Receipts that were not known.' }),
      corrected: t.exposeInt('corrected', { description: 'Receipts that were known otherwise.' }),
      turnover: t.exposeFloat('turnover'),
      currency: t.exposeString('currency', { description: 'ISO 4217' }),
    }),
  });
  return hub.objectRef<ImportOutcome>('SalesImportAnswer').implement({
    fields: (t) => ({
      fileUrl: t.exposeString('fileUrl', { nullable: true, description: 'null: it was only checked.' }),
      importId: t.exposeInt('importId', { nullable: true }),
      rows: t.int({ resolve: ({ check }) => check.rows }),
      faultyRows: t.int({ resolve: ({ check }) => check.faultyRows }),
      faults: t.field({
        type: [fault],
        length: { most: maxListedFaults },
        description: 'Of a file that is only checked: one with any is not imported.',
        resolve: ({ check }) => [...check.faults],
      }),
      shops: t.field({ type: [ofShop], length: { of: 'installations' }, resolve: (outcome) => shopsIn(outcome) }),
    }),
  });
}

const shopsIn = ({ check, differences }: ImportOutcome) =>
  check.shops.map(({ shop: { shopId, installationId }, receipts, turnover, currency }) => ({
    shopId,
    siteId: installationId,
    receipts,
    turnover,
    currency,
    ...(differences.get(installationId) ?? { added: 0, corrected: 0 }),
  }));

function listedType(hub: Builder) {
  const site = hub.objectRef<ReadableImport['sites'][number]>('SalesImportSite').implement({
    fields: (t) => ({
      siteId: t.exposeInt('installationId'),
      name: t.exposeString('name', { nullable: true, description: 'null: the site is gone.' }),
      receipts: t.exposeInt('receipts'),
      added: t.exposeInt('added'),
      corrected: t.exposeInt('corrected'),
      turnover: t.exposeFloat('turnover'),
      currency: t.exposeString('currency', { description: 'ISO 4217' }),
      firstDay: t.exposeString('firstDay'),
      lastDay: t.exposeString('lastDay'),
    }),
  });
  return hub.objectRef<ReadableImport>('SalesImport').implement({
    description: 'A sales file that was imported.',
    fields: (t) => ({
      id: t.exposeInt('id'),
      at: t.expose('at', { type: 'Timestamp' }),
      fileName: t.exposeString('fileName'),
      fileUrl: t.exposeString('fileUrl', { description: 'Good for an hour.' }),
      userName: t.exposeString('userName', { nullable: true, description: 'null: the account is gone.' }),
      undoneAt: t.expose('undoneAt', { type: 'Timestamp', nullable: true }),
      undoneByName: t.exposeString('undoneByName', { nullable: true }),
      sites: t.field({ type: [site], length: { of: 'installations' }, resolve: ({ sites }) => [...sites] }),
    }),
  });
}

function undoType(hub: Builder, amount: TypeRef<SalesAmount>) {
  return hub.objectRef<UndoEffect>('SalesImportUndo').implement({
    description: 'What undoing an import would change.',
    fields: (t) => ({
      removed: t.exposeInt('removed', { description: 'Receipts that go.' }),
      restored: t.exposeInt('restored', { description: 'Receipts that are again what they were before.' }),
      kept: t.exposeInt('kept', { description: 'Receipts that stay as something later says.' }),
      turnover: t.field({
        type: [amount],
        length: { most: maxCurrencies },
        resolve: ({ turnover }) => turnover.map(({ currency, change }) => ({ currency, amount: change })),
      }),
    }),
  });
}
