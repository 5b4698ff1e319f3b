import { severities } from '@atrium/domain/actions/alerts';
import { err, type Failure, failure, type Result } from '@atrium/domain/core';
import { recordAudit } from '../../../people/audit/index.ts';
import { organizationStore } from '../../../people/organization/index.ts';
import type { JobKeys } from '../../../platform/channels/channel-keys.ts';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { buildConnectionType } from '../../../platform/graphql/connections.ts';
import { orThrow, requireWholeOrganization, toGraphqlError } from '../../../platform/graphql/errors.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { StoredAlert } from './alert.ts';
import { type AlertInputs, toWrittenAlert, toWrittenPlanning } from './alert-inputs.graphql.ts';
import type { AlertTypes } from './alert-types.graphql.ts';
import { alertsStore } from './alerts.store.ts';
import { type AlertChanges, createAlert, deleteAlert, muteAlert, switchAlert, updateAlert } from './change-alerts.ts';
import { type AlertReads, type ReadableAlert, readAlert, readAlerts, sortKeys } from './read-alerts.ts';

export interface AlertDefinitions extends AlertReads, AlertChanges {
  /** Keys that sign the jobs of organizations. */
  readonly jobKeys: JobKeys;
}

/** Registers the queries and mutations for alert definitions. */
export function registerAlertDefinitions(
  builder: Builder,
  definitions: AlertDefinitions,
  types: AlertTypes,
  inputs: AlertInputs,
): void {
  registerReads(builder, definitions, types);
  registerForm(builder, definitions, types, inputs);
  registerSwitches(builder, definitions, types);
  registerJobKey(builder, definitions);
}

const noAlert = failure('NOT_FOUND', 'No such alert', 'alertId');

function registerReads(builder: Builder, definitions: AlertDefinitions, { alert, planning, status }: AlertTypes): void {
  const connection = buildConnectionType<ReadableAlert>(builder, 'Alert', alert);
  const filter = builder.inputType('AlertFilter', {
    fields: (t) => ({
      searchValue: t.string({ description: "Part of the title, the site's name or the condition's." }),
      states: t.field({ type: [status] }),
      severities: t.field({ type: [getEnumType(builder, 'AlertSeverity', severities)] }),
      installationIds: t.intList(),
    }),
  });
  const sortType = builder.enumType('AlertSortType', { values: sortKeys });
  const sortOrder = builder.enumType('AlertSortOrder', { values: ['ASC', 'DESC'] as const });
  const sort = builder.inputType('AlertSort', {
    fields: (t) => ({ type: t.field({ type: sortType, required: true }), order: t.field({ type: sortOrder }) }),
  });
  builder.queryField('alertById', (t) =>
    t.withAuth({ area: 'alerts' }).field({
      type: alert,
      args: { alertId: t.arg.int({ required: true }) },
      resolve: async (_root, { alertId }, { scope }) => {
        const found = await readAlert(definitions, scope, alertId);
        if (found === null) throw toGraphqlError(noAlert);
        return found;
      },
    }),
  );
  builder.queryField('alertConnection', (t) =>
    t.withAuth({ area: 'alerts' }).field({
      type: connection,
      description: '15 to a page where nothing is said.',
      args: {
        first: t.arg.int(),
        after: t.arg.string(),
        filter: t.arg({ type: filter }),
        sort: t.arg({ type: sort }),
      },
      resolve: async (_root, { first, after, filter: wanted, sort: by }, { scope }) =>
        orThrow(
          await readAlerts(definitions, scope, {
            first,
            after,
            filter: {
              searchValue: wanted?.searchValue ?? '',
              status: wanted?.states ?? null,
              severities: wanted?.severities ?? null,
              installationIds: wanted?.installationIds ?? null,
            },
            sort: { type: by?.type ?? 'state', order: by?.order ?? 'ASC' },
          }),
        ),
    }),
  );
  builder.queryField('alertJobKey', (t) =>
    t.withAuth({ $all: { area: 'editOrganization', themselves: true } }).string({
      description:
        "The organization's key: `Atrium-Signature` of a job is `t=<s>,v1=<HMAC-SHA256 of '<s>.<body>' with it>`.",
      resolve: (_root, _args, { scope }) => definitions.jobKeys.of(requireWholeOrganization(scope)),
    }),
  );
  builder.queryField('allAlertPlannings', (t) =>
    t.withAuth({ area: 'alerts' }).field({
      type: [planning],
      length: { most: 500 },
      description: 'The lists of recipients.',
      resolve: async (_root, _args, { scope }) => [...(await alertsStore(definitions.db).plannings(scope))],
    }),
  );
}

function registerForm(
  builder: Builder,
  definitions: AlertDefinitions,
  { alert }: AlertTypes,
  inputs: AlertInputs,
): void {
  builder.mutationField('createAlertWithDetails', (t) =>
    t.withAuth({ area: 'newAlert' }).field({
      type: alert,
      args: {
        name: t.arg.string({ required: true }),
        organizationId: t.arg.int({ required: true, description: "The session's own." }),
        conditionsToAdd: t.arg({ type: [inputs.condition], required: true, description: 'Exactly one.' }),
        actionsToAdd: t.arg({ type: [inputs.action], required: true, description: 'At most five.' }),
        planningToAdd: t.arg({ type: inputs.planning }),
        planningIds: t.arg.intList(),
        contacts: t.arg({ type: inputs.contacts }),
      },
      resolve: async (_root, { organizationId, conditionsToAdd, actionsToAdd, planningToAdd, ...given }, { scope }) => {
        orThrow(ownOrganization(scope, organizationId));
        const written = toWrittenAlert(given, conditionsToAdd, actionsToAdd);
        return shown(
          definitions,
          scope,
          await createAlert(definitions, scope, written, toWrittenPlanning(planningToAdd)),
        );
      },
    }),
  );
  builder.mutationField('updateAlertWithDetails', (t) =>
    t.withAuth({ area: 'updateAlert' }).field({
      type: alert,
      args: {
        id: t.arg.int({ required: true }),
        name: t.arg.string({ required: true }),
        organizationId: t.arg.int({ required: true, description: "The session's own." }),
        conditions: t.arg({ type: [inputs.condition], required: true, description: 'Exactly one.' }),
        actions: t.arg({ type: [inputs.action], required: true, description: 'At most five.' }),
        planning: t.arg({ type: inputs.planning }),
        planningIds: t.arg.intList(),
        contacts: t.arg({ type: inputs.contacts }),
      },
      resolve: async (_root, { id, organizationId, conditions, actions, planning, ...given }, { scope }) => {
        orThrow(ownOrganization(scope, organizationId));
        const written = toWrittenAlert(given, conditions, actions);
        return shown(
          definitions,
          scope,
          await updateAlert(definitions, scope, id, written, toWrittenPlanning(planning)),
        );
      },
    }),
  );
}

function registerSwitches(builder: Builder, definitions: AlertDefinitions, { alert }: AlertTypes): void {
  builder.mutationField('updateAlert', (t) =>
    t.withAuth({ area: 'updateAlert' }).field({
      type: alert,
      // As many statements as muting, see below.
      cost: () => 600_000,
      description: 'Switches it on or off. Off, it ends what is open.',
      args: { id: t.arg.int({ required: true }), enabled: t.arg.boolean({ required: true }) },
      resolve: async (_root, { id, enabled }, { scope }) =>
        shown(definitions, scope, await switchAlert(definitions, scope, id, enabled)),
    }),
  );
  builder.mutationField('muteAlert', (t) =>
    t.withAuth({ area: 'updateAlert' }).field({
      type: alert,
      // Twenty statements, including reading the alert back. Sixty such mutations exceed the limit of a document.
      cost: () => 600_000,
      description: 'Nobody is told before then; it is judged and logged all the same.',
      args: {
        id: t.arg.int({ required: true }),
        until: t.arg({ type: 'Timestamp', description: 'null: from now on again.' }),
        reason: t.arg.string(),
      },
      resolve: async (_root, { id, until, reason }, { scope }) =>
        shown(definitions, scope, await muteAlert(definitions, scope, id, until ?? null, reason ?? null)),
    }),
  );
  builder.mutationField('deleteAlert', (t) =>
    t.withAuth({ area: 'deleteAlert' }).boolean({
      description: 'Its log stays.',
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, { id }, { scope }) => orThrow(await deleteAlert(definitions, scope, id)),
    }),
  );
}

function registerJobKey(builder: Builder, { db, clock, jobKeys }: AlertDefinitions): void {
  builder.mutationField('renewAlertJobKey', (t) =>
    t.withAuth({ $all: { area: 'editOrganization', themselves: true } }).string({
      description: 'Makes another key for the organization, and answers it. Jobs are signed with it from now on.',
      resolve: (_root, _args, { scope }) => {
        const organizationId = requireWholeOrganization(scope);
        return db.transaction(async (transaction) => {
          const generation = await organizationStore(transaction).renewJobKey(organizationId);
          const key = jobKeys.derive(organizationId, generation);
          const entry = { at: clock.now(), subjectId: organizationId, details: {} };
          await recordAudit(scope, transaction, { ...entry, action: 'organization.jobKeyRenewed' });
          return key;
        });
      },
    }),
  );
}

/** Reads the saved alert back. Everyone who may change an alert may read it. */
async function shown(
  definitions: AlertDefinitions,
  scope: Scope,
  written: Result<StoredAlert, Failure>,
): Promise<ReadableAlert> {
  const found = await readAlert(definitions, scope, orThrow(written).id);
  if (found === null) throw new Error('an alert that was just written is gone');
  return found;
}

const ownOrganization = ({ organizationId }: Scope, given: number): Result<true, Failure> =>
  given === organizationId
    ? { ok: true, value: true }
    : err(failure('NOT_FOUND', 'No such organization', 'organizationId'));
