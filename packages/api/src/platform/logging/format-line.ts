/** pino's level of an error. */
const error = 50;
const labels: Readonly<Record<number, string>> = { 20: 'DEBUG ', 40: 'WARN ', 50: 'ERROR ', 60: 'FATAL ' };

/** Formats a log record for people: time, level if notable, message, other fields, stack frames. */
export function formatLine(record: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(record);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const details = Object.entries(rest).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const cause = err ? `: ${err.message}${err.code ? ` (${err.code})` : ''}` : '';
  const frames = err?.stack && level >= error ? `\n${err.stack}` : '';
  return `${clock} ${labels[level] ?? ''}${msg ?? ''}${cause}${details.join('')}${frames}\n`;
}
