import { useRouter } from '@tanstack/react-router';

/** Whether an address of the product has a page in this build: what has none is not offered as a link. */
export function useLeads(): (url: string) => boolean {
  const { routesByPath } = useRouter();
  const pages = Object.keys(routesByPath)
    .filter((path) => !path.endsWith('$'))
    .map((path) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`));
  return (url) => {
    const path = url.split(/[?#]/)[0] ?? '';
    return pages.some((page) => page.test(path));
  };
}
