/** A device as a site file declares it, before a placement changed it. Used to undo that placement. */
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
