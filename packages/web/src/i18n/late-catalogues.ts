import type { Messages } from '@lingui/core';
import type { Language } from './languages.ts';

/**
 * Message parts that load with their pages:
 * - `help`: the help centre's answers
 * - `home`: the home page, the dashboard list, embedded pages
 * - `people`: profile, settings, the audit log, System
 * - `metrics`: names and explanations of metrics, texts of widgets
 * - `mailed`: pages that mails link to
 * - `alerts`: the list of alerts, their form and their stories
 * - `overview`: the overview of sites
 * - `devices`: devices with their own formats
 * - `drafts`: the list of drafts and the page builder
 * - `reports`: the list of reports, their form, and the form of a single report
 * - `sales`: the sales funnel, the sales import and the exports page
 * - `setUp`: the set-up list of sites, the site editor, plans, keys, the first steps
 * - `stopAndGo`: the list of screens, and the page of one
 * - `notices`: the cookie banner, unknown addresses, the range calendar, missing mail set-up
 */
export type LazyMessages =
  | 'help'
  | 'home'
  | 'people'
  | 'metrics'
  | 'mailed'
  | 'notices'
  | 'alerts'
  | 'overview'
  | 'devices'
  | 'drafts'
  | 'reports'
  | 'stopAndGo'
  | 'sales'
  | 'setUp';

/** A separate file, so that the first screens do not contain the names of these files. */
export const lazyLoaders: Record<Language, Record<LazyMessages, () => Promise<{ messages: Messages }>>> = {
  en: {
    help: () => import('virtual:catalogue/en/help'),
    home: () => import('virtual:catalogue/en/home'),
    people: () => import('virtual:catalogue/en/people'),
    metrics: () => import('virtual:catalogue/en/metrics'),
    mailed: () => import('virtual:catalogue/en/mailed'),
    notices: () => import('virtual:catalogue/en/notices'),
    alerts: () => import('virtual:catalogue/en/alerts'),
    overview: () => import('virtual:catalogue/en/overview'),
    devices: () => import('virtual:catalogue/en/devices'),
    drafts: () => import('virtual:catalogue/en/drafts'),
    reports: () => import('virtual:catalogue/en/reports'),
    stopAndGo: () => import('virtual:catalogue/en/stopAndGo'),
    sales: () => import('virtual:catalogue/en/sales'),
    setUp: () => import('virtual:catalogue/en/setUp'),
  },
  fr: {
    help: () => import('virtual:catalogue/fr/help'),
    home: () => import('virtual:catalogue/fr/home'),
    people: () => import('virtual:catalogue/fr/people'),
    metrics: () => import('virtual:catalogue/fr/metrics'),
    mailed: () => import('virtual:catalogue/fr/mailed'),
    notices: () => import('virtual:catalogue/fr/notices'),
    alerts: () => import('virtual:catalogue/fr/alerts'),
    overview: () => import('virtual:catalogue/fr/overview'),
    devices: () => import('virtual:catalogue/fr/devices'),
    drafts: () => import('virtual:catalogue/fr/drafts'),
    reports: () => import('virtual:catalogue/fr/reports'),
    stopAndGo: () => import('virtual:catalogue/fr/stopAndGo'),
    sales: () => import('virtual:catalogue/fr/sales'),
    setUp: () => import('virtual:catalogue/fr/setUp'),
  },
  de: {
    help: () => import('virtual:catalogue/de/help'),
    home: () => import('virtual:catalogue/de/home'),
    people: () => import('virtual:catalogue/de/people'),
    metrics: () => import('virtual:catalogue/de/metrics'),
    mailed: () => import('virtual:catalogue/de/mailed'),
    notices: () => import('virtual:catalogue/de/notices'),
    alerts: () => import('virtual:catalogue/de/alerts'),
    overview: () => import('virtual:catalogue/de/overview'),
    devices: () => import('virtual:catalogue/de/devices'),
    drafts: () => import('virtual:catalogue/de/drafts'),
    reports: () => import('virtual:catalogue/de/reports'),
    stopAndGo: () => import('virtual:catalogue/de/stopAndGo'),
    sales: () => import('virtual:catalogue/de/sales'),
    setUp: () => import('virtual:catalogue/de/setUp'),
  },
  it: {
    help: () => import('virtual:catalogue/it/help'),
    home: () => import('virtual:catalogue/it/home'),
    people: () => import('virtual:catalogue/it/people'),
    metrics: () => import('virtual:catalogue/it/metrics'),
    mailed: () => import('virtual:catalogue/it/mailed'),
    notices: () => import('virtual:catalogue/it/notices'),
    alerts: () => import('virtual:catalogue/it/alerts'),
    overview: () => import('virtual:catalogue/it/overview'),
    devices: () => import('virtual:catalogue/it/devices'),
    drafts: () => import('virtual:catalogue/it/drafts'),
    reports: () => import('virtual:catalogue/it/reports'),
    stopAndGo: () => import('virtual:catalogue/it/stopAndGo'),
    sales: () => import('virtual:catalogue/it/sales'),
    setUp: () => import('virtual:catalogue/it/setUp'),
  },
  es: {
    help: () => import('virtual:catalogue/es/help'),
    home: () => import('virtual:catalogue/es/home'),
    people: () => import('virtual:catalogue/es/people'),
    metrics: () => import('virtual:catalogue/es/metrics'),
    mailed: () => import('virtual:catalogue/es/mailed'),
    notices: () => import('virtual:catalogue/es/notices'),
    alerts: () => import('virtual:catalogue/es/alerts'),
    overview: () => import('virtual:catalogue/es/overview'),
    devices: () => import('virtual:catalogue/es/devices'),
    drafts: () => import('virtual:catalogue/es/drafts'),
    reports: () => import('virtual:catalogue/es/reports'),
    stopAndGo: () => import('virtual:catalogue/es/stopAndGo'),
    sales: () => import('virtual:catalogue/es/sales'),
    setUp: () => import('virtual:catalogue/es/setUp'),
  },
  ar: {
    help: () => import('virtual:catalogue/ar/help'),
    home: () => import('virtual:catalogue/ar/home'),
    people: () => import('virtual:catalogue/ar/people'),
    metrics: () => import('virtual:catalogue/ar/metrics'),
    mailed: () => import('virtual:catalogue/ar/mailed'),
    notices: () => import('virtual:catalogue/ar/notices'),
    alerts: () => import('virtual:catalogue/ar/alerts'),
    overview: () => import('virtual:catalogue/ar/overview'),
    devices: () => import('virtual:catalogue/ar/devices'),
    drafts: () => import('virtual:catalogue/ar/drafts'),
    reports: () => import('virtual:catalogue/ar/reports'),
    stopAndGo: () => import('virtual:catalogue/ar/stopAndGo'),
    sales: () => import('virtual:catalogue/ar/sales'),
    setUp: () => import('virtual:catalogue/ar/setUp'),
  },
};
