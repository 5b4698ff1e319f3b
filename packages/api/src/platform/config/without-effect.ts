import type { Config } from './read-config.ts';

/** Settings this version reads but serves nothing with: whoever set one is told, rather than left to wonder. */
export function settingsWithoutEffect(config: Config): readonly string[] {
  const given: Record<string, unknown> = {
    NATS_URL: config.natsUrl,
    SMTP_URL: config.smtpUrl,
    'OIDC_*': config.oidc,
    'RETAILER_OIDC_*': config.retailerOidc,
    BUILDER_ORIGIN: config.builderOrigin,
    SMS_URL: config.smsUrl,
    ANALYTICS_WEB_URL: config.sinks.web,
    ANALYTICS_SESSION_URL: config.sinks.session,
    ANALYTICS_PIPELINE_URL: config.sinks.pipeline,
    SURVEY_URL: config.sinks.survey,
    ATRIUM_ROLE: config.role === 'all' ? null : config.role,
  };
  return Object.keys(given).filter((name) => given[name] !== null);
}
