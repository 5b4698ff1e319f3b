import { useEffect, useState } from 'react';
import { type MessageId, useText } from '../../i18n/index.ts';
import { type Status, StatusMark } from '../../ui/icons/index.ts';
import styles from './sign-in.module.css';

type Service = 'running' | 'degraded' | 'unreachable';

const looks: Record<Service, { status: Status; text: MessageId }> = {
  running: { status: 'ok', text: 'access.status.running' },
  degraded: { status: 'warning', text: 'access.status.degraded' },
  unreachable: { status: 'critical', text: 'access.status.unreachable' },
};

/** Polling interval of the server's readiness, ms. */
const every = 30_000;

export function ServiceStatus() {
  const { t } = useText();
  const service = useService();
  return (
    <p className={styles.status} role="status">
      {service !== null && (
        <>
          <StatusMark status={looks[service].status} live={service === 'running'} />
          {t(looks[service].text)}
        </>
      )}
    </p>
  );
}

function useService(): Service | null {
  const [service, setService] = useState<Service | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const look = () => lookAtService(stop.signal).then((seen) => stop.signal.aborted || setService(seen));
    look();
    const timer = setInterval(look, every);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, []);
  return service;
}

async function lookAtService(signal: AbortSignal): Promise<Service> {
  try {
    return (await fetch('/readyz', { signal })).ok ? 'running' : 'degraded';
  } catch {
    return 'unreachable';
  }
}
