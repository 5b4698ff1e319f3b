import countingSite from 'virtual:question/CountingSite';
import customPage from 'virtual:question/CustomPage';
import overviewSites from 'virtual:question/OverviewSites';
import viewer from 'virtual:question/Viewer';
import widgetSites from 'virtual:question/WidgetSites';

/** What pages ask before anything else, as text, by the names of their operations. */
export const firstQuestions = {
  Viewer: viewer,
  OverviewSites: overviewSites,
  CountingSite: countingSite,
  CustomPage: customPage,
  WidgetSites: widgetSites,
} as const;

export type FirstQuestion = keyof typeof firstQuestions;
