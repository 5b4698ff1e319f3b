import type { Config } from '../config/read-config.ts';
import type { DataFolder } from './data-folder.ts';
import type { Mismatch } from './decide-identity.ts';

/** Names of both stores for operators: their folders, or the settings with their URLs. */
export interface StoreNames {
  readonly relational: string;
  readonly analytics: string;
  /** Instruction for moving the analytics store out of the way. */
  readonly setAside: string;
}

export function describeStores(
  { databaseUrl, clickhouseUrl }: Pick<Config, 'databaseUrl' | 'clickhouseUrl'>,
  folder: Pick<DataFolder, 'postgres' | 'analytics'>,
): StoreNames {
  return {
    relational: databaseUrl === null ? folder.postgres : describeServer('DATABASE_URL', databaseUrl),
    analytics: clickhouseUrl === null ? folder.analytics : describeServer('CLICKHOUSE_URL', clickhouseUrl),
    setAside:
      clickhouseUrl === null ? `move ${folder.analytics} elsewhere` : 'name an empty database in CLICKHOUSE_URL',
  };
}

/** Returns a server's name for operators, without the user and password of its URL. */
export function describeServer(setting: 'DATABASE_URL' | 'CLICKHOUSE_URL' | 'NATS_URL', address: string): string {
  const { host, pathname } = new URL(address);
  return `${setting} (${host}${pathname === '/' ? '' : pathname})`;
}

const accept = 'atrium stores accept';
const orOtherFolder = 'or start with another data folder (ATRIUM_DATA_DIR)';

/** Describes why the start is refused and what to do. */
export function describeMismatch(
  mismatch: Mismatch,
  { relational, analytics, setAside }: StoreNames,
  ids: { readonly relational: string | null; readonly analytics: string | null },
): string {
  switch (mismatch) {
    case 'relational lost':
      return `${relational} has no data, but ${analytics} has readings of an installation: put back the one they belong to, ${orOtherFolder}. To begin anew without these readings, ${setAside}.`;
    case 'analytics lost':
      return `${analytics} has no data, but readings of this installation were acknowledged: put it back from a backup, ${orOtherFolder}. To go on without what is missing: ${accept}`;
    case 'analytics unknown':
      return `${analytics} does not say whose readings it has, and ${relational} belongs to the installation ${ids.relational}: put back the one that is missing, ${orOtherFolder}. If they do belong together: ${accept}`;
    case 'relational unknown':
      return `${relational} does not say to which installation it belongs, and ${analytics} belongs to ${ids.analytics}: put back the one that is missing, ${orOtherFolder}. If they do belong together, as after a restore from an older backup: ${accept}`;
    case 'two installations':
      return `${relational} belongs to the installation ${ids.relational}, ${analytics} to ${ids.analytics}: put back the one that is missing, ${orOtherFolder}. To go on without these readings, ${setAside}.`;
  }
}

/** Describes what an operator accepted, for the command's output. */
export const acceptedDescriptions: Readonly<Record<Mismatch, string>> = {
  'relational lost': '',
  'analytics lost': 'the analytics store has no data',
  'analytics unknown': 'the readings belong to this installation',
  'relational unknown': 'the relational store belongs to the installation of the readings',
  'two installations': '',
};
