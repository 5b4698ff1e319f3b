import { formatNumber } from '@atrium/domain/core/format';
import type { MessageId, Text } from '../../i18n/index.ts';
import type { InstallationStateQuery, OwnPartFragment } from './operations.generated.ts';

export type Installation = NonNullable<InstallationStateQuery['installationState']>;
export type Problem = Installation['problems'][number];

const byteUnits = [
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1e3],
] as const;

/** Formats bytes in the largest fitting decimal unit. A dash for an unknown amount. */
export function formatBytes(bytes: number | null, { locale }: Pick<Text, 'locale'>): string {
  if (bytes === null) return '–';
  const [unit, size] = byteUnits.find(([, of]) => bytes >= of) ?? ['byte', 1];
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: size === 1e9 ? 1 : 0 } as const;
  return new Intl.NumberFormat(locale, options).format(bytes / size);
}

/** How the figure of a problem is shown. */
const figures: Readonly<Record<string, (value: number, text: Text) => string>> = {
  diskFree: formatBytes,
  memory: formatBytes,
  analyticsMemory: formatBytes,
  backupAge: (value, text) => formatDuration(value, text),
  messagesWait: (value, text) => formatDuration(value, text),
  reportsWait: (value, text) => formatDuration(value, text),
  exportsWait: (value, text) => formatDuration(value, text),
  slow: (value, text) => formatUnit(value * 1000, 'millisecond', text),
};

const formatUnit = (value: number, unit: string, { locale }: Pick<Text, 'locale'>): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }).format(value);

/** Formats seconds in minutes, hours or days. */
export function formatDuration(seconds: number, text: Pick<Text, 'locale'>): string {
  if (seconds < 2 * 3600) return formatUnit(seconds / 60, 'minute', text);
  return seconds < 2 * 86_400 ? formatUnit(seconds / 3600, 'hour', text) : formatUnit(seconds / 86_400, 'day', text);
}

export const formatMilliseconds = (ms: number | null, text: Pick<Text, 'locale'>): string =>
  ms === null ? '–' : formatUnit(ms, 'millisecond', text);

export const formatCount = (count: number | null, { locale }: Pick<Text, 'locale'>): string =>
  count === null ? '–' : formatNumber(count, { locale, decimals: 0 });

/** Describes a problem in a sentence. Standing problems have the words of the server. */
export function describeProblem({ name, value, text: words }: Problem, text: Text): string {
  if (name === 'standingProblems') return words ?? name;
  const figure = value === null ? '' : (figures[name]?.(value, text) ?? formatCount(value, text));
  return text.t(`system.problem.${name}` as MessageId, { figure, reason: words ?? '', count: value ?? 0 });
}

/** The same for an organization's own part, which knows no figures of the installation. */
export function listOwnProblems(
  { channels, sensors, exports, reports }: OwnPartFragment,
  text: Text,
): readonly string[] {
  const { t } = text;
  const mail = channels.find(({ channel }) => channel === 'mail');
  const failed = channels.reduce((sum, channel) => sum + channel.failed, 0);
  return [
    ...(failed > 0 ? [t('system.own.messagesFail', { count: failed })] : []),
    ...(mail !== undefined && mail.delivery !== 'sent' ? [t('system.problem.mailMissing')] : []),
    ...(sensors !== null && sensors.silentCount > 0 ? [t('system.own.silent', { count: sensors.silentCount })] : []),
    ...(exports.failed > 0 ? [t('system.problem.exportsFail', { count: exports.failed })] : []),
    ...(reports.failed > 0 ? [t('system.problem.reportsFail', { count: reports.failed })] : []),
  ];
}
