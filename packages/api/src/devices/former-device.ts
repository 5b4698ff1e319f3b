/** A device as a site file declares it: how it was before somebody placed another, or moved it. */
export interface FormerDevice {
  readonly installation: string;
  readonly declared: DeclaredPlacing;
}

export interface DeclaredPlacing {
  readonly serial: string;
  readonly placements: readonly {
    readonly installation: string;
    readonly passage?: string;
    readonly zone?: string;
    readonly validFrom?: string;
    readonly validTo?: string;
  }[];
  readonly removedAt?: string;
}
