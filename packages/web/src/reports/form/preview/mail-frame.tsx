import { useMemo, useState } from 'react';
import { useWidth } from '../../../charts/index.ts';
import styles from './preview.module.css';
import { applyStyles, sanitizeMail } from './sanitize-mail.ts';

/** Layout widths of a mail, CSS px. */
export const widths = { desk: 600, phone: 375 } as const;

interface MailFrameProps {
  readonly html: string;
  readonly title: string;
  readonly device: keyof typeof widths;
}

/**
 * The mail at desktop or phone width, scaled down to fit. Nothing in the frame runs or navigates: `allow-same-origin`
 * without scripts only lets the page measure and style it.
 */
export function MailFrame({ html, title, device }: MailFrameProps) {
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
