import { useLazyQuery, useQuery } from '@apollo/client/react';
import { formatNumber } from '@atrium/domain/core/format';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import styles from './devices.module.css';
import dialog from './dialogs.module.css';
import { isComplete, type MapValues } from './map-slots.ts';
import { FieldMapTrialDocument, PacketFieldsDocument } from './operations.generated.ts';

interface FieldsProps {
  readonly senderId: number;
  readonly onPick: (path: string) => void;
}

/** The fields of the last packet that was not understood. A click gives its path. */
export function PacketFields({ senderId, onPick }: FieldsProps) {
  const { t } = useText();
  const { data } = useQuery(PacketFieldsDocument, { variables: { senderId } });
  const fields = data?.packetFields ?? [];
  if (fields.length === 0) return null;
  return (
    <section aria-label={t('devices.map.lastPacket')}>
      <p className={styles.note}>{t('devices.map.pick')}</p>
      <ul className={dialog.fields} dir="ltr">
        {fields.map(({ path, value }) => (
          <li key={path}>
            <Button look="quiet" onClick={() => onPick(path)}>
              <code>{path}</code> <bdi>{value}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TrialProps {
  readonly fieldMapId: number | null;
  readonly values: MapValues;
  readonly nameMetric: (metric: string) => string;
  readonly onError: (error: unknown) => void;
}

/** Tries a map on all that waits, and shows what it would read of each device. */
export function MapTrial({ fieldMapId, values, nameMetric, onError }: TrialProps) {
  const { t, locale } = useText();
  const [run, { data, loading, variables }] = useLazyQuery(FieldMapTrialDocument, { fetchPolicy: 'network-only' });
  // A result belongs to the map as it was tried.
  const trial = variables?.map === values ? data?.fieldMapTrial : undefined;
  const format = (value: number) => formatNumber(value, { locale, decimals: Number.isInteger(value) ? 0 : 2 });
  const tryIt = () => {
    run({ variables: { fieldMapId, map: values } }).catch(onError);
  };
  return (
    <>
      <Button disabled={loading || !isComplete(values)} onClick={tryIt}>
        {t('devices.map.try')}
      </Button>
      <div role="status">
        {trial !== undefined && (
          <>
            <p className={styles.note}>
              {t('devices.map.reads', { read: format(trial.read), tried: format(trial.tried) })}
            </p>
            <ul className={dialog.tried}>
              {trial.devices.map(({ device, numbers }) => (
                <li key={device}>
                  <bdi>{device}</bdi>:{' '}
                  {numbers.map(({ metric, value }) => `${nameMetric(metric)} ${format(value)}`).join(', ')}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  );
}
