import type { SendDay } from '@atrium/domain/actions/schedules';
import type { Builder } from '../../platform/graphql/builder.ts';
import type { WrittenReport } from './check-report.ts';
import type { ReportTypes } from './report-types.graphql.ts';

/** Registers the input types of reports. */
export function registerReportInputs(builder: Builder, { sendDay }: ReportTypes) {
  const input = builder.inputType('ReportInput', {
    fields: (t) => ({
      title: t.string({ required: true }),
      language: t.string({ required: true }),
      installationId: t.int({ required: true }),
      eventId: t.int({ required: true }),
      zoneId: t.int({ required: true }),
      sendDay: t.field({ type: sendDay, required: true }),
      hour: t.int({ required: true, description: "0…23 of the site's clock." }),
      includedDays: t.int({ required: true, description: '1…31 finished days before the sending.' }),
      emails: t.stringList({ required: true, description: '1…50; those of no member are allowed.' }),
      attachPdf: t.boolean({ description: 'Left out: yes.' }),
      attachSpreadsheet: t.boolean({ description: 'Left out: yes.' }),
      enabled: t.boolean({ description: 'Left out: yes.' }),
    }),
  });
  const changesInput = builder.inputType('ReportChangesInput', {
    description: 'What is left out stays as it is.',
    fields: (t) => ({
      title: t.string(),
      language: t.string(),
      installationId: t.int(),
      eventId: t.int(),
      zoneId: t.int(),
      sendDay: t.field({ type: sendDay }),
      hour: t.int(),
      includedDays: t.int(),
      emails: t.stringList(),
      attachPdf: t.boolean(),
      attachSpreadsheet: t.boolean(),
      enabled: t.boolean(),
    }),
  });
  return { input, changesInput };
}

type Optional = 'attachPdf' | 'attachSpreadsheet' | 'enabled';

export function toWrittenReport(
  given: Omit<WrittenReport, Optional | 'sendDay'> & {
    readonly sendDay: SendDay;
  } & { readonly [Field in Optional]?: boolean | null | undefined },
): WrittenReport {
  const { attachPdf, attachSpreadsheet, enabled, ...rest } = given;
  return {
    ...rest,
    attachPdf: attachPdf ?? true,
    attachSpreadsheet: attachSpreadsheet ?? true,
    enabled: enabled ?? true,
  };
}
