import { useMemo, useState } from 'react';
import { useWidth } from '../../../charts/index.ts';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { Drawing, Icon } from '../../../ui/icons/index.ts';
import { formatRefusal } from '../refusal.ts';
import styles from './preview.module.css';
import type { MadePreview, Preview, PreviewPart } from './use-preview.ts';

/** A mail prepared for a frame without scripts and without inline styles. */
interface SanitizedMail {
  /** HTML document without scripts, styles and link targets. */
  readonly document: string;
  /** Content of its style elements. */
  readonly sheet: string;
  /** Contents of style attributes. The n-th belongs to the element with `data-style-of="n"`. */
  readonly styles: readonly string[];
}

export const styleAttribute = 'data-style-of';

const styleElement = /<style[^>]*>([\s\S]*?)<\/style>/gi;
const unwanted = 'script, link, meta[http-equiv], base, iframe, object, embed, form, style';

/**
 * Prepares a mail for the preview. The page's content security policy forbids inline styles, so they are extracted and
 * set through the DOM. Links keep their look and lead nowhere.
 */
export function sanitizeMail(html: string): SanitizedMail {
  // Extracted before parsing, because the parser reports each one as a policy violation.
  const sheets = [...html.matchAll(styleElement)].map(([, text = '']) => text);
  const bare = html.replace(styleElement, '').replace(/(\s)style=(["'])/gi, `$1${styleAttribute}=$2`);
  const parsed = new DOMParser().parseFromString(bare, 'text/html');
  for (const element of parsed.querySelectorAll(unwanted)) element.remove();
  const styles: string[] = [];
  for (const element of parsed.querySelectorAll('*')) {
    for (const { name } of [...element.attributes])
      if (/^on/i.test(name) || name === 'href' || name === 'srcset' || name === 'background')
        element.removeAttribute(name);
    const style = element.getAttribute(styleAttribute);
    if (style === null) continue;
    element.setAttribute(styleAttribute, String(styles.length));
    styles.push(style);
  }
  return { document: `<!doctype html>${parsed.documentElement.outerHTML}`, sheet: sheets.join('\n'), styles };
}

/** Applies the extracted styles to a frame's document. */
function applyStyles(frame: HTMLIFrameElement, { sheet, styles }: SanitizedMail): void {
  const { contentDocument, contentWindow } = frame;
  if (contentDocument === null || contentWindow === null) return;
  for (const element of contentDocument.querySelectorAll<HTMLElement>(`[${styleAttribute}]`))
    element.style.cssText = styles[Number(element.getAttribute(styleAttribute))] ?? '';
  // A document accepts only style sheets created in its own window.
  const own = new (contentWindow as Window & typeof globalThis).CSSStyleSheet();
  own.replaceSync(sheet);
  contentDocument.adoptedStyleSheets = [own];
}

/** Layout widths of a mail, CSS px. */
const widths = { desk: 600, phone: 375 } as const;

interface MailFrameProps {
  readonly html: string;
  readonly title: string;
  readonly device: keyof typeof widths;
}

/**
 * The mail at desktop or phone width, scaled down to fit. Nothing in the frame runs or navigates: `allow-same-origin`
 * without scripts only lets the page measure and style it.
 */
function MailFrame({ html, title, device }: MailFrameProps) {
  const [place, room] = useWidth<HTMLDivElement>();
  const [height, setHeight] = useState(600);
  const mail = useMemo(() => sanitizeMail(html), [html]);
  const width = widths[device];
  const scale = Math.min(1, room / width);
  const measure = (frame: HTMLIFrameElement) => {
    const body = frame.contentDocument?.body;
    if (body) setHeight(Math.max(body.scrollHeight, body.offsetHeight));
  };
  return (
    <div ref={place} className={styles.mail}>
      {room > 0 && (
        <div className={styles.scaled} style={{ inlineSize: width * scale, blockSize: height * scale }}>
          <iframe
            key={device}
            className={styles.frame}
            title={title}
            sandbox="allow-same-origin"
            srcDoc={mail.document}
            style={{ inlineSize: width, blockSize: height, transform: `scale(${scale})` }}
            onLoad={({ currentTarget }) => {
              applyStyles(currentTarget, mail);
              measure(currentTarget);
            }}
          />
        </div>
      )}
    </div>
  );
}

const parts = [
  ['mail', 'reportForm.preview.mail'],
  ['pdf', 'reportForm.pdf'],
  ['spreadsheet', 'reportForm.spreadsheet'],
] as const satisfies readonly (readonly [PreviewPart, MessageId])[];

type Device = keyof typeof widths;

/** Icons of a monitor and a phone, on the grid of the other icons. */
const devices = [
  ['desk', 'reportForm.preview.desk', 'M2.2 3h11.6v8H2.2ZM5.6 13.4h4.8M8 11v2.4'],
  ['phone', 'reportForm.preview.phone', 'M4.8 1.8h6.4v12.4H4.8ZM7.2 12h1.6'],
] as const satisfies readonly (readonly [Device, MessageId, string])[];

/** Preview of the mail and its attachments from the form's values. In a sheet it has no title of its own. */
export function PreviewPane({ preview, isSheet = false }: { readonly preview: Preview; readonly isSheet?: boolean }) {
  const { t } = useText();
  const { made, part, choosePart, isBusy } = preview;
  const [device, setDevice] = useState<Device>(isSheet ? 'phone' : 'desk');
  return (
    <section className={styles.pane} aria-label={t('reportForm.preview')} aria-busy={isBusy}>
      <header className={styles.bar}>
        {!isSheet && <h2 className={styles.title}>{t('reportForm.preview')}</h2>}
        <fieldset className={styles.choices} aria-label={t('reportForm.preview.part')}>
          {parts.map(([name, text]) => (
            <button key={name} type="button" aria-pressed={part === name} onClick={() => choosePart(name)}>
              {t(text)}
            </button>
          ))}
        </fieldset>
        {part === 'mail' && (
          <fieldset className={styles.choices} aria-label={t('reportForm.preview.width')}>
            {devices.map(([name, text, path]) => (
              <button
                key={name}
                type="button"
                title={t(text)}
                aria-label={t(text)}
                aria-pressed={device === name}
                onClick={() => setDevice(name)}
              >
                <Drawing name={name} path={path} />
              </button>
            ))}
          </fieldset>
        )}
      </header>
      {made !== null && <Letterhead made={made} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it takes the focus, and the keys have to scroll it */}
      <div className={styles.body} data-behind={isBusy || !preview.isComplete} tabIndex={0}>
        <Made preview={preview} device={device} />
      </div>
      <PreviewNotice preview={preview} />
    </section>
  );
}

function Letterhead({ made: { from, subject } }: { readonly made: MadePreview }) {
  const { t } = useText();
  return (
    <dl className={styles.letterhead}>
      <dt>{t('reportForm.preview.from')}</dt>
      <dd dir="auto">{from}</dd>
      <dt>{t('reportForm.preview.subject')}</dt>
      <dd dir="auto" className={styles.subject}>
        {subject}
      </dd>
    </dl>
  );
}

function Made({ preview: { made, part }, device }: { readonly preview: Preview; readonly device: Device }) {
  const { t } = useText();
  if (made === null) return <div className={styles.ghost} aria-hidden="true" />;
  if (part === 'mail') return <MailFrame html={made.html} title={made.subject} device={device} />;
  return part === 'pdf' ? (
    <Attachment url={made.pdfUrl} bytes={made.pdfBytes} open="reportForm.preview.openPdf">
      {t('reportForm.preview.pdfText')}
    </Attachment>
  ) : (
    <Attachment url={made.spreadsheetUrl} bytes={made.spreadsheetBytes} open="reportForm.preview.openSpreadsheet">
      {t('reportForm.preview.spreadsheetText')}
    </Attachment>
  );
}

interface AttachmentProps {
  /** null until created. */
  readonly url: string | null | undefined;
  readonly bytes: number | null | undefined;
  readonly open: 'reportForm.preview.openPdf' | 'reportForm.preview.openSpreadsheet';
  readonly children: string;
}

/** An attachment, opened as its readers would open it. */
function Attachment({ url, bytes, open, children }: AttachmentProps) {
  const { t, locale } = useText();
  const size = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  return (
    <div className={styles.attachment}>
      <Icon name="download" size={28} />
      <p>{children}</p>
      {url != null && (
        <a className={buttonClass('plain')} href={url} target="_blank" rel="noreferrer">
          {t(open, { size: size.format(Math.max(1, (bytes ?? 0) / 1000)) })}
        </a>
      )}
    </div>
  );
}

/** Why there is no preview, or that it is loading. */
function PreviewNotice({ preview: { isComplete, isBusy, error, again } }: { readonly preview: Preview }) {
  const { t } = useText();
  return (
    <p className={styles.word} role="status">
      {!isComplete && t('reportForm.preview.incomplete')}
      {isComplete && isBusy && t('reportForm.preview.busy')}
      {isComplete && error !== undefined && (
        <>
          {formatRefusal(error, 'reportForm.preview.failed', t)} <Button onClick={again}>{t('reports.retry')}</Button>
        </>
      )}
    </p>
  );
}
