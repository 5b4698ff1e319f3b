import { canEmbed, parseEmbeddedPage } from '@atrium/domain/pages/embedding';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { landingPath } from '../../people/access/index.ts';
import { useViewer } from '../../people/organization/index.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import { Logo } from '../../ui/icons/index.ts';
import { FullScreen, Loader } from '../../ui/page/full-screen.tsx';
import { usePageName } from '../../ui/page/page-header.tsx';
import styles from './embedded-page.module.css';

/** An external page in a frame, if the organization allows it. */
export function EmbeddedPage() {
  const { t } = useText();
  const { organization } = useViewer();
  const { _splat: code = '' } = useParams({ strict: false }) as { readonly _splat?: string };
  const page = parseEmbeddedPage(code, (text) => new URL(text));
  // Frames in frames could recurse endlessly.
  const isNested = window.self !== window.top;
  if (!page.ok || isNested) return <Refusal text={t('embedding.unreadable')} />;
  if (!canEmbed(page.value, organization.embedOrigins, location.origin))
    return <Refusal text={t('embedding.notAllowed', { origin: page.value.origin })} />;
  return <Framed key={page.value.href} href={page.value.href} isOwn={page.value.origin === location.origin} />;
}

function Refusal({ text }: { text: string }) {
  const { t } = useText();
  usePageName(t('embedding.refused'));
  return (
    <FullScreen
      mark={<Logo size={36} />}
      title={t('embedding.refused')}
      text={text}
      actions={
        <Link to={landingPath} className={buttonClass('primary')}>
          {t('app.toOverview')}
        </Link>
      }
    />
  );
}

/** Sandbox: an external page works normally, but cannot navigate ours or open dialogs over it. */
const foreign =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';

function Framed({ href, isOwn }: { href: string; isOwn: boolean }) {
  const { t } = useText();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const { host, pathname } = new URL(href);
  const name = isOwn ? pathname : host;
  usePageName(name);
  useEffect(() => {
    // Cached frames can load before React attaches its listener.
    if (
      isOwn &&
      frame.current?.contentDocument?.readyState === 'complete' &&
      frame.current.contentDocument.URL === href
    )
      setLoaded(true);
  }, [isOwn, href]);
  return (
    <>
      <h1 className="visually-hidden">{t('embedding.title', { name })}</h1>
      <div className={styles.place}>
        {!isLoaded && (
          <div className={styles.loader}>
            <Loader />
          </div>
        )}
        <iframe
          ref={frame}
          className={styles.frame}
          src={href}
          title={t('embedding.title', { name })}
          referrerPolicy="no-referrer"
          {...(isOwn ? {} : { sandbox: foreign })}
          onLoad={() => setLoaded(true)}
        />
      </div>
    </>
  );
}
