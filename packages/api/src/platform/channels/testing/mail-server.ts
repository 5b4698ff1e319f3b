import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as received. */
  readonly raw: string;
  readonly messageId: string;
}

export interface TestMailServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Status code that refuses the next recipients; null accepts them. */
  refuseWith: number | null;
  close(): Promise<void>;
}

/** Starts an SMTP server on a free local port that records received mails. */
export async function startMailServer(): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const state: { refuseWith: number | null } = { refuseWith: null };
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo(_address, _session, done) {
      if (state.refuseWith === null) return done();
      done(Object.assign(new Error('refused'), { responseCode: state.refuseWith }));
    },
    onData(stream, session, done) {
      let raw = '';
      stream.setEncoding('utf8').on('data', (text: string) => {
        raw += text;
      });
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
          messageId: /^message-id: *(\S+)/im.exec(raw)?.[1] ?? '',
        });
        done();
      });
    },
  };
  const server = new SMTPServer(options);
  // Tests kill clients mid-transfer.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    get refuseWith() {
      return state.refuseWith;
    },
    set refuseWith(code) {
      state.refuseWith = code;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
