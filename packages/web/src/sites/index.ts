export function SitesOverviewPage() { return null; }
