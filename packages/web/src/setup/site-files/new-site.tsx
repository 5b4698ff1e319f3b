import { useApolloClient, useMutation } from '@apollo/client/react';
import { formatClock } from '@atrium/domain/core/format';
import { addZone, createEmptySite, deriveKey, type SiteDeclaration } from '@atrium/domain/setup/site-files';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useZone } from '../../people/organization/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { SelectField } from '../../ui/form/controls.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { toInput } from './declaration.ts';
import styles from './new-site.module.css';
import { EditSiteDocument } from './operations.generated.ts';
import { cities, findCity, timezones } from './places.ts';

/** Default metrics of a new site. */
const firstMetrics = ['affluenceIn', 'affluenceOut', 'inside'];

/** Name, city and time zone; the editor follows. */
export function NewSite({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const zone = useZone();
  const navigate = useNavigate();
  const client = useApolloClient();
  const [edit, { loading }] = useMutation(EditSiteDocument);
  const [name, setName] = useState('');
  const [city, setCity] = useState('');
  const [timezone, setTimezone] = useState(zone);
  const [tried, setTried] = useState(false);

  function choose(typed: string) {
    setCity(typed);
    const known = findCity(typed);
    if (known !== null) setTimezone(known.timezone);
  }

  async function make() {
    setTried(true);
    if (name.trim() === '') return;
    const known = findCity(city);
    const site: SiteDeclaration = {
      ...addZone(createEmptySite(deriveKey(name, [], 'site'), name.trim(), timezone), t('setUp.wholeSite'), null),
      city: city.trim() === '' ? null : city.trim(),
      country: known?.country ?? null,
      currency: known?.currency ?? null,
      events: [
        {
          name: t('setUp.allYear'),
          neverEnding: true,
          dateBegin: null,
          dateEnd: null,
          metrics: firstMetrics,
          limit: null,
          removedAt: null,
        },
      ],
    };
    const made = await saveNew(site);
    if (made === null) return showToast('error', t('setUp.notSaved'));
    void client.refetchQueries({ include: 'active' }).catch(() => {});
    await navigate({ to: '/settings/sites/$siteId', params: { siteId: String(made) } });
  }

  /** Saves the new site. If another site, current or removed, already has the key, tries the next one. */
  async function saveNew(site: SiteDeclaration): Promise<number | null> {
    const taken: string[] = [];
    for (let tries = 0; tries < 20; tries++) {
      const key = deriveKey(site.name, taken, 'site');
      const variables = { declaration: toInput({ ...site, key }), version: null, dryRun: false };
      const answer = await edit({ variables }).catch(() => null);
      const outcome = answer?.data?.editSite;
      if (outcome?.isConflict !== true) return outcome?.site?.id ?? null;
      taken.push(key);
    }
    return null;
  }

  return (
    <Dialog
      title={t('setUp.newSite')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button look="primary" aria-busy={loading} onClick={() => void make()}>
            {t('setUp.make')}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <TextField
          label={t('setUp.field.name')}
          name="name"
          autoComplete="off"
          value={name}
          error={tried && name.trim() === '' ? t('setUp.fault.name') : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextField
          label={t('setUp.field.city')}
          name="city"
          list="set-up-cities"
          autoComplete="off"
          value={city}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <datalist id="set-up-cities">
          {cities.map((one) => (
            <option key={one.name} value={one.name} />
          ))}
        </datalist>
        <SelectField
          label={t('setUp.field.timezone')}
          name="timezone"
          note={t('setUp.timezoneNote', { time: formatClock(Date.now(), timezone) })}
          value={timezone}
          options={timezones.map((value) => ({ value, text: value }))}
          onChange={setTimezone}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
