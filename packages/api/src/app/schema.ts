import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { type AlertsDependencies, registerAlerts } from '../actions/alerts/index.ts';
import { type ExportsDependencies, registerExports } from '../actions/exports/index.ts';
import { type ReportsDependencies, registerReports } from '../actions/reports/index.ts';
import { registerSalesOnHub, type SalesDependencies } from '../actions/sales/index.ts';
import { registerStopAndGo, type StopAndGoDependencies } from '../actions/stop-and-go/index.ts';
import { type HeatmapDependencies, registerHeatmaps } from '../numbers/heatmaps/index.ts';
import { type MeasurementsDependencies, registerMeasurements } from '../numbers/index.ts';
import { type ReadingsImportDependencies, registerReadingsImportOnHub } from '../numbers/ingest/index.ts';
import { type InsideCorrectionDependencies, registerInsideCorrections } from '../numbers/inside-corrections/index.ts';
import { type LiveDependencies, registerLive } from '../numbers/live/index.ts';
import { registerWeather, type WeatherReads } from '../numbers/weather/index.ts';
import { type DashboardsDependencies, registerDashboards } from '../pages/index.ts';
import { type MapViewDependencies, registerMapViews } from '../pages/map-views/index.ts';
import { type Access, registerAccess, registerHubAccess } from '../people/access/index.ts';
import { type AuditReads, registerAudit } from '../people/audit/index.ts';
import { type OrganizationDependencies, registerOrganization } from '../people/organization/index.ts';
import { registerTranslations, type TranslationsDependencies } from '../people/translations/index.ts';
import { createBuilder, finishSchema } from '../platform/graphql/builder.ts';
import { type PlacingDependencies, registerDevices } from '../setup/devices/index.ts';
import { type FirstStepsDependencies, registerFirstSteps } from '../setup/first-steps/index.ts';
import { type ManualCountReads, registerManualCounts } from '../setup/manual-counts/index.ts';
import { registerSiteFile, type SiteFilesDependencies } from '../setup/site-files/index.ts';
import { registerSites, registerSitesOnHub, type SiteReads } from '../sites/index.ts';

/** Modules that have GraphQL operations. */
export interface SchemaModules {
  readonly access: Access;
  readonly organization: OrganizationDependencies;
  readonly sites: SiteReads;
  readonly siteFiles: SiteFilesDependencies;
  readonly measurements: MeasurementsDependencies;
  readonly readingsImport: ReadingsImportDependencies;
  readonly live: LiveDependencies;
  readonly dashboards: DashboardsDependencies;
  readonly audit: AuditReads;
  readonly devices: PlacingDependencies;
  readonly exports: ExportsDependencies;
  readonly firstSteps: FirstStepsDependencies;
  readonly heatmaps: HeatmapDependencies;
  readonly insideCorrections: InsideCorrectionDependencies;
  readonly manualCounts: ManualCountReads;
  readonly mapViews: MapViewDependencies;
  readonly weather: WeatherReads;
  readonly alerts: AlertsDependencies;
  readonly reports: ReportsDependencies;
  readonly sales: SalesDependencies;
  readonly stopAndGo: StopAndGoDependencies;
  readonly translations: TranslationsDependencies;
}

export interface Schemas {
  readonly main: GraphQLSchema;
  readonly hub: GraphQLSchema;
}

/** Builds the schemas of both endpoints, with every module's operations. Nothing runs during registration. */
export function buildSchemas(modules: SchemaModules): Schemas {
  const main = createBuilder();
  const identity = registerAccess(main, modules.access);
  const { organization: organizationType } = registerOrganization(main, modules.organization);
  const siteTypes = registerSites(main, modules.sites, organizationType);
  registerSiteFile(main, modules.siteFiles);
  const registered = registerMeasurements(main, modules.measurements, siteTypes);
  registerLive(main, modules.live, registered);
  registered.addKpiValues(registerDashboards(main, modules.dashboards, identity).kpiItem);
  registerAudit(main, modules.audit);
  registerDevices(main, modules.devices);
  registerExports(main, modules.exports);
  registerFirstSteps(main, modules.firstSteps);
  registerHeatmaps(main, modules.heatmaps);
  registerInsideCorrections(main, modules.insideCorrections);
  registerManualCounts(main, modules.manualCounts);
  registerMapViews(main, modules.mapViews);
  registerWeather(main, modules.weather);
  registerAlerts(main, modules.alerts, siteTypes);
  registerReports(main, modules.reports);
  registerStopAndGo(main, modules.stopAndGo);
  registerTranslations(main, modules.translations);

  const hub = createBuilder();
  registerHubAccess(hub, modules.access);
  registerSitesOnHub(hub, modules.sites);
  registerReadingsImportOnHub(hub, modules.readingsImport);
  registerSalesOnHub(hub, modules.sales);
  return { main: finishSchema(main), hub: finishSchema(hub) };
}

/** Returns the schemas as text, without running modules. */
export function describeSchemas(): { readonly main: string; readonly hub: string } {
  const absent: object = new Proxy(() => {}, { get: () => absent });
  const { main, hub } = buildSchemas(absent as SchemaModules);
  return { main: textOf(main), hub: textOf(hub) };
}

const textOf = (schema: GraphQLSchema) =>
  `# Generated by "npm run schema". Web and api meet here: review what changes.\n\n${printSchema(lexicographicSortSchema(schema))}\n`;
