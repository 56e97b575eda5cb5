export function residualTwinEnergy(..._: unknown[]): number { return 0; }
