import { readFile } from 'node:fs/promises';
import { demoSites, rivalSites } from './simulator/lumen-sites.ts';
import type { SiteModel } from './simulator/traffic/index.ts';

/** An organization of the demo: what is declared of it, and how its sites behave. */
export interface DemoOrganization {
  /** As the site file says. */
  readonly name: string;
  readonly siteFile: () => Promise<string>;
  readonly models: readonly SiteModel[];
  readonly emails: readonly string[];
  /** Who sees to alerts, screens and reports: one of these. */
  readonly keeper: string;
}

const file = (name: string) => () => readFile(new URL(name, import.meta.url), 'utf8');

export const demoOrganizations: readonly DemoOrganization[] = [
  {
    name: 'Lumen Retail',
    siteFile: file('lumen-retail.yaml'),
    models: demoSites,
    emails: ['admin@demo.example', 'analyst@demo.example', 'manager@demo.example', 'viewer@demo.example'],
    keeper: 'manager@demo.example',
  },
  {
    name: 'Rival Stores',
    siteFile: file('rival-stores.yaml'),
    models: rivalSites,
    emails: ['admin@rival.example'],
    keeper: 'admin@rival.example',
  },
];

/** Printed at the start and known to everybody: the demo is no place for secrets. */
export const demoPassword = 'Demo-pass-1';
