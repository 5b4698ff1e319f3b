import { code, toPage, toTable } from './markdown.ts';

/** Metrics of the Node runtime and of the process are those of prom-client, which documents them. */
const isOwn = (name: string) => /^(atrium|http|mqtt)_/.test(name);

/** Builds docs/reference/prometheus.md from the text of `/metrics`. */
export function buildPrometheusPage(metrics: string): string {
  const types = new Map(
    [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  const rows = [...metrics.matchAll(/^# HELP (\S+) (.+)$/gm)]
    .map(([, name = '', help = '']) => ({ name, help }))
    .filter(({ name }) => isOwn(name))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, help }) => [code(name), types.get(name) ?? '', listLabels(metrics, name), help]);
  return toPage(
    '# Prometheus metrics',
    'This page is the reference of `/metrics`, for operators. [Operating](../operating.md#figures-worth-an-alert) says which are worth an alert.',
    'Requests need `ATRIUM_METRICS_TOKEN` as bearer token. Metrics that cannot be read are omitted, never reported as 0. Metrics of the process (`process_…`, `nodejs_…`) are those of prom-client.',
    toTable(['metric', 'type', 'labels', 'meaning'], rows),
    'Several processes also have `atrium_bus_connected`, which is 1 while NATS is connected, and `atrium_bus_messages_total`.',
  );
}

function listLabels(metrics: string, name: string): string {
  const samples = metrics.matchAll(new RegExp(`^${name}(?:_bucket)?\\{([^}]*)\\}`, 'gm'));
  const labels = new Set(
    [...samples].flatMap(([, text = '']) => [...text.matchAll(/(\w+)="/g)].map(([, label]) => label)),
  );
  labels.delete('le');
  return [...labels]
    .toSorted()
    .map((label) => code(String(label)))
    .join(', ');
}
