import { instantToDate } from '@atrium/domain/core';
import { applyDeviceList, formatDeviceList } from '@atrium/domain/site-files/device-list';
import { useMemo, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Dialog } from '../../../ui/dialog/index.ts';
import { TextAreaField } from '../../../ui/fields/index.ts';
import { Button } from '../../../ui/form/index.ts';
import type { Editing } from '../use-editing.ts';
import styles from './places.module.css';

/** Maximum number of listed problems. */
const maxShown = 5;

/** All devices of a site as lines, to copy to and paste from a spreadsheet. */
export function DeviceList({ editing, onClose }: { readonly editing: Editing; readonly onClose: () => void }) {
  const { t } = useText();
  const { site, change } = editing;
  const words = {
    kinds: {
      pad: t('setUp.kinds.pad'),
      atmosphere: t('setUp.kinds.atmosphere'),
      meter: t('setUp.kinds.meter'),
      camera: t('setUp.kinds.camera'),
    },
    serial: t('setUp.serial'),
  };
  const [text, setText] = useState(() => formatDeviceList(site, words));
  const today = instantToDate(site.timezone, Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts depend only on the language
  const read = useMemo(() => applyDeviceList(site, text, { words, today }), [site, text, today, t]);
  const { added, changed, problems } = read;
  const isNothing = added === 0 && changed === 0;
  return (
    <Dialog
      title={t('setUp.deviceList')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            look="primary"
            disabled={isNothing || problems.length > 0}
            onClick={() => {
              change(read.site);
              onClose();
            }}
          >
            {t('setUp.deviceList.take')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p className={styles.hint}>{t('setUp.deviceList.text')}</p>
        <TextAreaField
          label={t('setUp.deviceList.lines')}
          name="device-list"
          rows={10}
          wrap="off"
          spellCheck={false}
          dir="ltr"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p role="status">{isNothing ? t('setUp.deviceList.same') : t('setUp.deviceList.found', { added, changed })}</p>
        {problems.length > 0 && (
          <ul className={styles.problem}>
            {problems.slice(0, maxShown).map(({ line, code, value }) => (
              <li key={line}>
                {t('setUp.readings.line', { line })} {t(`setUp.deviceList.problem.${code}`)} <bdi>{value}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
