import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ensurePortFree } from './ensure-port-free.ts';

test('a port in use is reported before anything is created', async () => {
  const other = createServer().listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const address = other.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  await expect(ensurePortFree('127.0.0.1', port)).rejects.toThrow(
    `port ${port} of 127.0.0.1 is taken: stop what listens there, or set PORT`,
  );
  await expect(ensurePortFree('127.0.0.1', port, 'MQTT_PORT')).rejects.toThrow(/, or set MQTT_PORT$/);
});

test('an address of another machine is reported too', async () => {
  await expect(ensurePortFree('203.0.113.7', 0)).rejects.toThrow('203.0.113.7 is no address of this machine');
});

test('a free port stays free', async () => {
  await ensurePortFree('127.0.0.1', 0);
  const probe = createServer().listen({ host: '127.0.0.1', port: 0 });
  await once(probe, 'listening');
  const address = probe.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  probe.close();
  await once(probe, 'close');
  await ensurePortFree('127.0.0.1', port);
  await ensurePortFree('127.0.0.1', port);
});
