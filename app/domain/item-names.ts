interface Item {
  hardware?: { name: string } | undefined;
  tariff?: { name: string } | undefined;
}

/** How a part of an offer is called: its device, its tariff. */
export const namesOf = ({ hardware, tariff }: Item): string[] =>
  [hardware?.name, tariff?.name].filter((name) => name !== undefined);
