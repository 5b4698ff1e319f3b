// A separate entry point, so that the product's bundle contains none of it.
import '../src/ui/fonts.css';
import '../src/ui/base.css';
import { I18nProvider } from '@lingui/react';
import { createRoot } from 'react-dom/client';
import { i18n, isLanguage, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../src/i18n/index.ts';
import { GalleryPage } from './gallery-page.tsx';

const asked = new URLSearchParams(location.search);
const [language, theme, type] = [asked.get('language'), asked.get('theme'), asked.get('type')];
document.documentElement.dataset.theme = theme === 'dark' ? 'dark' : 'light';
await setLanguage(isLanguage(language) ? language : 'en');
await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
const place = document.getElementById('root');
if (place !== null)
  createRoot(place).render(
    <I18nProvider i18n={i18n}>
      <GalleryPage only={type} />
    </I18nProvider>,
  );
