import type access from './messages/en/access.json';
import type alertForm from './messages/en/alertForm.json';
import type alertLog from './messages/en/alertLog.json';
import type alerts from './messages/en/alerts.json';
import type app from './messages/en/app.json';
import type attention from './messages/en/attention.json';
import type audit from './messages/en/audit.json';
import type bookmarks from './messages/en/bookmarks.json';
import type builder from './messages/en/builder.json';
import type charts from './messages/en/charts.json';
import type counting from './messages/en/counting.json';
import type dashboardList from './messages/en/dashboardList.json';
import type descriptor from './messages/en/descriptor.json';
import type devices from './messages/en/devices.json';
import type display from './messages/en/display.json';
import type drafts from './messages/en/drafts.json';
import type elsewhere from './messages/en/elsewhere.json';
import type embedding from './messages/en/embedding.json';
import type explain from './messages/en/explain.json';
import type exports from './messages/en/exports.json';
import type filters from './messages/en/filters.json';
import type firstSteps from './messages/en/firstSteps.json';
import type funnel from './messages/en/funnel.json';
import type headline from './messages/en/headline.json';
import type heatmap from './messages/en/heatmap.json';
import type help from './messages/en/help.json';
import type home from './messages/en/home.json';
import type kiosk from './messages/en/kiosk.json';
import type kiosks from './messages/en/kiosks.json';
import type mapView from './messages/en/mapView.json';
import type members from './messages/en/members.json';
import type metric from './messages/en/metric.json';
import type migration from './messages/en/migration.json';
import type notifications from './messages/en/notifications.json';
import type palette from './messages/en/palette.json';
import type plan from './messages/en/plan.json';
import type portfolio from './messages/en/portfolio.json';
import type profile from './messages/en/profile.json';
import type reportForm from './messages/en/reportForm.json';
import type reports from './messages/en/reports.json';
import type rights from './messages/en/rights.json';
import type salesImport from './messages/en/salesImport.json';
import type schedule from './messages/en/schedule.json';
import type section from './messages/en/section.json';
import type settings from './messages/en/settings.json';
import type setUp from './messages/en/setUp.json';
import type shell from './messages/en/shell.json';
import type shortcuts from './messages/en/shortcuts.json';
import type signIn from './messages/en/signIn.json';
import type sitePage from './messages/en/sitePage.json';
import type sites from './messages/en/sites.json';
import type stopAndGo from './messages/en/stopAndGo.json';
import type system from './messages/en/system.json';
import type tutorial from './messages/en/tutorial.json';
import type viewAs from './messages/en/viewAs.json';
import type weather from './messages/en/weather.json';
import type widgets from './messages/en/widgets.json';
import type zonesWidget from './messages/en/zonesWidget.json';

/** All message ids. A module with a new catalogue file is added here. */
type Catalogue = typeof access &
  typeof alertForm &
  typeof alertLog &
  typeof alerts &
  typeof app &
  typeof attention &
  typeof audit &
  typeof bookmarks &
  typeof builder &
  typeof charts &
  typeof counting &
  typeof dashboardList &
  typeof descriptor &
  typeof devices &
  typeof display &
  typeof drafts &
  typeof elsewhere &
  typeof embedding &
  typeof explain &
  typeof exports &
  typeof filters &
  typeof firstSteps &
  typeof funnel &
  typeof headline &
  typeof heatmap &
  typeof help &
  typeof home &
  typeof kiosk &
  typeof kiosks &
  typeof sitePage &
  typeof mapView &
  typeof members &
  typeof metric &
  typeof migration &
  typeof notifications &
  typeof palette &
  typeof plan &
  typeof portfolio &
  typeof profile &
  typeof reportForm &
  typeof reports &
  typeof rights &
  typeof salesImport &
  typeof schedule &
  typeof section &
  typeof setUp &
  typeof settings &
  typeof shell &
  typeof shortcuts &
  typeof signIn &
  typeof sites &
  typeof stopAndGo &
  typeof system &
  typeof tutorial &
  typeof viewAs &
  typeof weather &
  typeof widgets &
  typeof zonesWidget;

export type MessageId = keyof Catalogue;

declare module '@lingui/core' {
  interface Register {
    messageIds: MessageId;
  }
}
