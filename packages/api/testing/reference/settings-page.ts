import { onlyInEnvironment, settingGroups, settings, toSettingKey } from '../../src/platform/config/settings.ts';
import { code, toPage, toTable } from './markdown.ts';

/** Builds docs/reference/settings.md. */
export function buildSettingsPage(): string {
  const all = Object.entries(settings);
  const sections = Object.entries(settingGroups).map(([group, title]) => {
    const rows = all
      .filter(([, setting]) => setting.group === group)
      .map(([name, { default: otherwise, example, isSecret, meaning }]) => [
        isSecret ? `${code(name)}, or ${code(`${name}_FILE`)}` : code(name),
        onlyInEnvironment.has(name) ? '' : code(toSettingKey(name)),
        otherwise,
        meaning,
        example === undefined ? '' : code(example),
      ]);
    return `## ${title}\n\n${toTable(['variable', 'key', 'default', 'meaning', 'example'], rows)}`;
  });
  return toPage(
    '# Settings',
    'This page is for operators. It lists every setting. All are optional. More about some of them: [sign-in](../sign-in.md), [mail and text messages](../channels.md), [backups](../backup.md), [monitoring and several processes](../operating.md), [weather](../weather.md).',
    "A setting is an environment variable, or a line of the settings file `atrium.yaml` in the product's folder. `ATRIUM_CONFIG` names another file, or turns the file off with `off`. The environment overrides the file.",
    [
      '```yaml',
      'port: 8080',
      'publicUrl: https://atrium.example.com',
      'languages: [en, de]',
      'smtpUrlFile: /run/secrets/smtp',
      '```',
    ].join('\n'),
    [
      '- A secret may be in a file of its own: `ATRIUM_SECRET_FILE` in the environment, `secretFile` in the settings file.',
      '- Relative paths in the settings file start at its folder.',
      '- An unknown key, an unknown variable that begins with `ATRIUM_`, `OIDC_` or `RETAILER_OIDC_`, and a value of another form stop the start. The message names the variable or the line, and the most similar name, never a value.',
      '- `npm run -s atrium -- help settings` prints this list.',
    ].join('\n'),
    ...sections,
  );
}
