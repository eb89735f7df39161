// The ranks of companies: operator, distributor, dealer, installer; and which of them the product's own roles need.

/** From the highest to the lowest. */
export const companyKinds = ['operator', 'distributor', 'dealer', 'installer'] as const;
export type CompanyKind = (typeof companyKinds)[number];

/** 0 for the highest kind. */
export const rankOf = (kind: CompanyKind): number => companyKinds.indexOf(kind);

/** Whether a company of `kind` may be a direct child of `parent`: levels may be skipped, never reversed. */
export const mayStandBelow = (kind: CompanyKind, parent: CompanyKind): boolean =>
  rankOf(kind) > rankOf(parent);

/** The roles of the product that are named after a kind of company, by their numbers. */
const kindOfRole: Readonly<Record<number, CompanyKind>> = { 2: 'distributor', 3: 'dealer', 4: 'installer' };

/**
 * Lowest type of company that may have users with this role; undefined for roles allowed in every company.
 * Prevents, for example, a distributor role in a dealer's company.
 */
export const lowestKindFor = (groupId: number): CompanyKind | undefined => kindOfRole[groupId];

/** Numbers of the roles that do not fit into a company of this kind. */
export const rolesAbove = (kind: CompanyKind): number[] =>
  Object.entries(kindOfRole)
    .filter(([, lowest]) => rankOf(kind) > rankOf(lowest))
    .map(([groupId]) => Number(groupId));
