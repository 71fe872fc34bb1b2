/**
 * The id of an owner that programs before a migration had: another one for each, since the rows of all
 * of them stand together in one database. Its last digit is the owner's place among these.
 */
export const ownerId = (migration: number, place = 1): string =>
  `00000000-0000-4000-8000-${String(migration).padStart(4, '0')}${String(place).padStart(8, '0')}`;
