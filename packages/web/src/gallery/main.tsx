// A page of its own beside the product: what is shipped has it not among its inputs, so that not a byte of it is.
import '../ui/fonts.css';
import '../ui/base.css';
import { I18nProvider } from '@lingui/react';
import { createRoot } from 'react-dom/client';
import { isLanguage, openHouse, openMetrics, speak, speech } from '../i18n/index.ts';
import { GalleryPage } from './gallery-page.tsx';

const asked = new URLSearchParams(location.search);
const [language, theme, type] = [asked.get('language'), asked.get('theme'), asked.get('type')];
document.documentElement.dataset.theme = theme === 'dark' ? 'dark' : 'light';
await speak(isLanguage(language) ? language : 'en');
await Promise.all([openHouse(), openMetrics()]);
const place = document.getElementById('root');
if (place !== null)
  createRoot(place).render(
    <I18nProvider i18n={speech}>
      <GalleryPage only={type} />
    </I18nProvider>,
  );
