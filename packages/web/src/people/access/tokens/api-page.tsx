import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/icons/index.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { useMayDo } from '../../organization/index.ts';
import { NewToken, ShownSecret, type ShownToken } from './new-token.tsx';
import { TokensDocument } from './operations.generated.ts';
import { TokenList } from './token-list.tsx';
import styles from './tokens.module.css';
import { TryIt } from './try-it.tsx';
import { useCopy } from './use-copy.ts';
import { WebhookList } from './webhook-list.tsx';

/**
 * Tokens of other programs, and how to call the API. Administrators see all tokens, others their own. A secret is shown once, when it is created or renewed.
 */
export function ApiPage() {
  const { t } = useText();
  const isAdmin = useMayDo('ingestKeys');
  const variables = { isAdmin };
  const { data, error } = useQuery(TokensDocument, { variables, fetchPolicy: 'cache-and-network' });
  const [shown, setShown] = useState<ShownToken | null>(null);
  const sites = data?.allInstallations ?? [];
  const own = data?.personalTokens ?? [];
  const tokens = data?.allIngestKeys ?? own;
  const copy = useCopy();
  const mcpUrl = `${window.location.origin}/mcp`;
  return (
    <>
      <PageHeader
        title={t('shell.api')}
        actions={
          <a className={buttonClass('plain')} href="/api/docs" target="_blank" rel="noreferrer">
            <Icon name="external" />
            {t('setUp.tokens.openReference')}
          </a>
        }
      />
      <div className={styles.page}>
        <div className={styles.column}>
          <section className={styles.card}>
            <h2 className={styles.title}>{t('setUp.tokens.title')}</h2>
            {data === undefined ? (
              error !== undefined && <p className={styles.note}>{t('setUp.failed')}</p>
            ) : tokens.length === 0 ? (
              <p className={styles.note}>{t('setUp.tokens.empty')}</p>
            ) : (
              <TokenList
                tokens={tokens}
                own={new Set(own.map(({ publicId }) => publicId))}
                sites={sites}
                onRenewed={setShown}
              />
            )}
          </section>
          <TryIt />
          {isAdmin && <WebhookList onSecret={setShown} />}
        </div>
        <div className={styles.column}>
          {shown === null ? (
            <NewToken sites={sites} isAdmin={isAdmin} isReady={data !== undefined} onCreated={setShown} />
          ) : (
            <ShownSecret token={shown} onDone={() => setShown(null)} />
          )}
          <section className={styles.card}>
            <h2 className={styles.title}>{t('setUp.tokens.reference')}</h2>
            <ul className={styles.links}>
              {[
                ['REST', '/api/docs'],
                ['OpenAPI 3.1', '/api/v1/openapi.json'],
              ].map(([name, path]) => (
                <li key={path}>
                  <a href={path} target="_blank" rel="noreferrer">
                    <span>{name}</span>
                    <code dir="ltr">{path}</code>
                  </a>
                </li>
              ))}
            </ul>
          </section>
          <section className={styles.card}>
            <h2 className={styles.title}>{t('setUp.tokens.mcp')}</h2>
            <div className={styles.body}>
              <p>{t('setUp.tokens.mcpText')}</p>
              <code className={styles.code} dir="ltr">
                {mcpUrl}
              </code>
              <Button icon="copy" className={styles.copy} onClick={() => copy(mcpUrl)}>
                {t('setUp.tokens.copy')}
              </Button>
            </div>
          </section>
        </div>
      </div>
    </>
  );
}
