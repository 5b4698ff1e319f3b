import { type GraphQLSchema, getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { readText } from '../setup/site-files/format/read-text.ts';
import { buildUnboundSchemas } from './schema.ts';

const absent: object = new Proxy(() => {}, { get: () => absent });
const schemas = buildUnboundSchemas();

interface Entity {
  readonly type: string;
  /** Names from the specification, in camel case where it only describes them. */
  readonly fields: string;
  /**
   * Mutations that write it, and sections of the site file as `file.users`. Not needed for data that is counted,
   * derived or our own addition.
   */
  readonly doors: string;
  readonly on?: keyof typeof schemas;
}

const tooltipConfig = 'mode useTitle useLabel useUnit useIcon useValue backgroundColors textColors';

/**
 * Entities and fields of the specification, except for the application's local state (loading, forms, toasts, chosen
 * filters).
 */
const specified: readonly Entity[] = [
  {
    type: 'User',
    fields:
      'id profileId organizationIds email language createdAt name lang firstName lastName picture phone isPhoneVerified isEmailVerified otpContact role dateFormat customLinks pinnedUrls profile',
    doors: 'updateUserProfile updateUser uploadUserPicture updateOtpContact verifyContact inviteUser file.users',
  },
  { type: 'CustomLink', fields: 'text url iconSrc openOutside', doors: 'file.users' },
  { type: 'Pin', fields: 'id title url order target', doors: 'addPin updatePin deletePin reorderPins file.users' },
  { type: 'Profile', fields: 'id rights', doors: 'createProfile updateProfile deleteProfile file.profiles' },
  { type: 'OrganizationRights', fields: 'user general', doors: 'createProfile' },
  { type: 'UserRights', fields: 'read edit delete', doors: 'createProfile' },
  { type: 'OrganizationGeneralRights', fields: 'read edit', doors: 'createProfile' },
  { type: 'DashboardRights', fields: 'custom sensor alert report', doors: 'createProfile' },
  { type: 'CrudRights', fields: 'create read edit delete', doors: 'createProfile' },
  { type: 'AppRights', fields: 'salesFunnel stopNGO', doors: 'createProfile' },
  { type: 'DataRights', fields: 'salesMetrics', doors: 'createProfile' },
  {
    type: 'Organization',
    fields: 'name logo address installationIds migrationDeadline',
    doors: 'updateOrganization uploadOrganizationLogo file.organization',
  },
  {
    type: 'OrganizationStats',
    fields: 'installationCount userCount padCount deviceAtmosphereCount totalDeviceCount',
    doors: '',
  },
  {
    type: 'Installation',
    fields:
      'id name address timezone creationDate country city opening_hours change_of_day_time zones events organizationId',
    doors: 'applySiteFile file.installations',
  },
  { type: 'OpeningHours', fields: 'spans reset', doors: 'file.installations' },
  { type: 'OpeningSpan', fields: 'begin end', doors: 'file.installations' },
  {
    type: 'Zone',
    fields: 'id name parentIds childIds installationId installation sensorId hasChildElements isDisabled',
    doors: 'file.installations',
  },
  { type: 'Passage', fields: 'id name installationId', doors: 'file.installations' },
  { type: 'Pad', fields: 'id name zone', doors: 'file.installations' },
  { type: 'AtmosphereDevice', fields: 'id name zone', doors: 'file.installations' },
  {
    type: 'Event',
    fields: 'id name label installationId metrics neverEnding dateBegin dateEnd stopngo',
    doors: 'file.installations',
  },
  { type: 'EventStopAndGo', fields: 'limit', doors: 'file.installations' },
  { type: 'TagCategory', fields: 'id name organizationId tags', doors: 'file.tags' },
  { type: 'Tag', fields: 'id name categoryId organizationId', doors: 'file.tags' },
  {
    type: 'Dashboard',
    fields: 'name icon url type kind installationId marketPlaceType lastModified pages',
    doors: 'file.dashboards',
  },
  { type: 'Page', fields: 'id dashboardId name icon order widgets widgetGlobalFilters', doors: 'file.dashboards' },
  {
    type: 'WidgetGlobalFilter',
    fields: 'id pageId type zoneIds categoryId order dayFilters dateFilters datePreset dateBegin dateEnd',
    doors: 'file.dashboards',
  },
  { type: 'ChoiceFilter', fields: 'operator values criterion', doors: 'file.dashboards' },
  {
    type: 'Widget',
    fields:
      'id pageId title type category tooltipMessages realTime order ignoredFilters zoneIds passageIds deviceIds alertIds kind isKpiMenuHidden headers metrics configuration colorimetryConfig filters',
    doors: 'file.dashboards',
  },
  {
    type: 'WidgetConfiguration',
    fields:
      'hideUnit useCustomFormatter isMultiChart colors avoidMergingYAxis stacked isPercentage thresholds showMinMaxLabel showLegend halfCircle isParallelCoordinates isBlockTitleVisible installationId dropdownsConfig tooltipFormatter legendFormatter axisFormatter rowFormatter genderColors',
    doors: 'file.dashboards',
  },
  { type: 'ColorimetryConfig', fields: 'type colorimetry', doors: 'file.dashboards' },
  {
    type: 'WidgetMetric',
    fields:
      'type complementary limit customTitle customSubTitle configuration filters granularity sortBy groupBy target passageType',
    doors: 'file.dashboards',
  },
  { type: 'StoredFilters', fields: 'conditions operator', doors: 'file.dashboards' },
  { type: 'StoredSorting', fields: 'type order', doors: 'file.dashboards' },
  { type: 'StoredGrouping', fields: 'aggregation type tagId tagIds granularity', doors: 'file.dashboards' },
  {
    type: 'KpiItem',
    fields: 'type rawValue label colorimetry zoneIds passageIds deviceIds customSubTitle customTitle tooltip',
    doors: 'file.dashboards',
  },
  { type: 'KpiValue', fields: 'value unit', doors: '' },
  {
    type: 'MapViewConfig',
    fields:
      'elements backgrounds showList legends filterType filterOptions maxWidth metrics hideMetricsName version tooltipConfig legendConfig layers colorimetryConfig',
    doors: 'saveMapView deleteMapView uploadMapPicture file.mapViews',
  },
  { type: 'MapLegend', fields: 'color caption', doors: 'saveMapView' },
  {
    type: 'MapFilterOption',
    fields: 'title zoneIds passageIds metrics hideMetricsName hideTooltipCaptions tooltipConfig',
    doors: 'saveMapView',
  },
  { type: 'MapTooltipConfig', fields: tooltipConfig, doors: 'saveMapView' },
  { type: 'MapColorRange', fields: 'limits color text', doors: 'saveMapView' },
  { type: 'MapLegendConfig', fields: 'isHidden position', doors: 'saveMapView' },
  {
    type: 'MapColorimetryConfig',
    fields: 'isLegendHidden useRelativeScale colorRanges metricRanges position',
    doors: 'saveMapView',
  },
  { type: 'MapLayer', fields: 'name url backgroundColor', doors: 'saveMapView uploadMapPicture' },
  {
    type: 'MapElement',
    fields:
      'zoneId passageId x y height width tooltipPosition backgroundColor textColor colorimetry tooltip strokeColor strokeWidth path opacity name tagId',
    doors: 'saveMapView',
  },
  { type: 'MapElementColorimetry', fields: 'suffix limits color', doors: 'saveMapView' },
  {
    type: 'MapTooltip',
    fields: 'title captions color background fontSize hideCaptions backgroundColors textColors position',
    doors: 'saveMapView',
  },
  {
    type: 'Alert',
    fields: 'id name enabled actionIds conditionIds planningIds organizationId installationId eventId emails phones',
    doors: 'createAlertWithDetails updateAlertWithDetails updateAlert deleteAlert',
  },
  {
    type: 'AlertCondition',
    fields:
      'id type value kinds padIds zoneId eventId direction maxTrigger padStatusCodes min max deviceAtmosphereIds limit',
    doors: 'createAlertWithDetails updateAlertWithDetails',
  },
  {
    type: 'AlertAction',
    fields: 'id type msgTitle msgContent recipients',
    doors: 'createAlertWithDetails updateAlertWithDetails',
  },
  {
    type: 'AlertPlanning',
    fields: 'id name phones mails userIds',
    doors: 'createAlertWithDetails updateAlertWithDetails file.recipientLists',
  },
  {
    type: 'AlertLogEntry',
    fields: 'alertId conditionType metrics dateBegin dateEnd zoneId passageId deviceId message zoneName',
    doors: 'createAlertLogEntry updateAlertLogEntry',
  },
  { type: 'AlertLogMetric', fields: 'type threshold value', doors: 'createAlertLogEntry' },
  {
    type: 'Report',
    fields: 'name title language site state freq days_included sendDay hour includedDays emails enabled event zone',
    doors: 'createReport updateReport deleteReport createRetailReport',
  },
  {
    type: 'StopAndGoScreen',
    fields: 'id name status site event limit inside',
    doors: 'createStopAndGoScreen updateStopAndGoScreen deleteStopAndGoScreen',
  },
  {
    type: 'SalesFunnelMetrics',
    fields:
      'siteId affluenceIn avgBasketSize conversionRate captureRate numberOfGoodsSold numberOfOrders pedestrian salesIndex turnover date avgBasketPrice',
    doors: '',
    on: 'hub',
  },
  { type: 'SalesFunnelPeriod', fields: 'datePeriodStart datePeriodEnd', doors: '', on: 'hub' },
  { type: 'TranslationDetails', fields: 'version allowedLanguages languages', doors: '' },
  { type: 'Country', fields: 'name dialCode isoCode flag phoneMasks', doors: '' },
  { type: 'Site', fields: 'id name topZones', doors: 'applySiteFile', on: 'hub' },
];

/** Arguments that are not stored under those names. */
const asked: readonly { operation: string; entity: string; fields: string; on?: keyof typeof schemas }[] = [
  {
    operation: 'exportData',
    entity: 'export',
    fields: 'dataType from to userIds granularity includeSubZones target installationId zoneIds',
  },
  { operation: 'createRetailReport', entity: 'report', fields: 'from to zoneIds granularity emails' },
  {
    operation: 'importSalesMetricsCsv',
    entity: 'import',
    fields: 'file uploaderDateTime uploaderTimezone',
    on: 'hub',
  },
];

const fieldsOf = (schema: GraphQLSchema, type: string) => {
  const found = schema.getType(type);
  return isObjectType(found) ? found.getFields() : {};
};

describe('entities of the specification', () => {
  it.each(specified)(
    '$type is in the schema with every field, none of them opaque (O03)',
    ({ type, fields, on = 'main' }) => {
      const found = fieldsOf(schemas[on], type);
      expect(fields.split(' ').filter((name) => !Object.hasOwn(found, name))).toEqual([]);
      const opaque = fields.split(' ').filter((name) => getNamedType(found[name]?.type)?.name === 'JSON');
      expect(opaque).toEqual([]);
    },
  );

  it.each(specified.filter(({ doors }) => doors !== ''))('$type can be written: $doors (O03)', ({ doors }) => {
    const mutations = schemas.main.getMutationType()?.getFields() ?? {};
    for (const door of doors.split(' ')) {
      const section = /^file\.(\w+)$/.exec(door)?.[1];
      if (section === undefined) expect([door, Object.hasOwn(mutations, door)]).toEqual([door, true]);
      else expect([door, mayHold(section)]).toEqual([door, true]);
    }
  });

  it.each(asked)('$operation takes every field of its $entity (O03)', ({ operation, fields, on = 'main' }) => {
    const schema = schemas[on];
    const field = schema.getQueryType()?.getFields()[operation] ?? schema.getMutationType()?.getFields()[operation];
    const taken = (field?.args ?? []).flatMap(({ name, type }) => {
      const input = getNamedType(type);
      return isInputObjectType(input) ? Object.keys(input.getFields()) : [name];
    });
    expect(fields.split(' ').filter((name) => !taken.includes(name))).toEqual([]);
  });

  it('a missing one would be detected', () => {
    expect(Object.hasOwn(fieldsOf(schemas.main, 'Zone'), 'sensorIds')).toBe(false);
    expect([mayHold('users'), mayHold('reports')]).toEqual([true, false]);
  });
});

/** Whether site files have a section with this name. */
const mayHold = (section: string) =>
  section === 'organization' ||
  !readText(`organization: { name: A }\n${section}: null`).parts.problems.some(({ message }) =>
    message.includes('has no field'),
  );
