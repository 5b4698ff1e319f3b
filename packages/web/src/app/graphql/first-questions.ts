import countingSite from 'virtual:question/CountingSite';
import customPage from 'virtual:question/CustomPage';
import overviewSites from 'virtual:question/OverviewSites';
import viewer from 'virtual:question/Viewer';
import widgetSites from 'virtual:question/WidgetSites';

/** Text of the first queries of pages, by operation name. */
export const firstQuestions = {
  Viewer: viewer,
  OverviewSites: overviewSites,
  CountingSite: countingSite,
  CustomPage: customPage,
  WidgetSites: widgetSites,
} as const;

export type FirstQuestion = keyof typeof firstQuestions;
