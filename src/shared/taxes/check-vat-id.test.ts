import { expect, it } from 'vitest';
import { findVatIdDoubt } from './check-vat-id.ts';

// Examples that the countries or VIES publish, of each prefix.
it.each(
  (
    'ATU13585627 BE0428759497 BE1000000021 BG175074752 CY10259033P CZ25123891 CZ687836437 DE136695976 DK13585628 ' +
    'EE100931558 EL094259216 ESB58378431 ESX2482300W FI20774740 FR40303265045 FRK7399859412 GB980780684 ' +
    'HR33392005961 HU12892312 IE6433435F IE3706224MH IT00743110157 LT119511515 LU26166606 LV40003521600 ' +
    'MT11679112 NL004495445B01 NL001439542B97 NL002455799B11 PL8567346215 PT501964843 RO18547290 ' +
    'SE556188840401 SI50223054 SK2022749619 XI980780684 CHE109322551MWST CHE109322551 NO974760673MVA'
  ).split(' '),
)('has no doubt of %s', (id) => {
  expect(findVatIdDoubt(id)).toBeUndefined();
  expect(findVatIdDoubt(`${id.slice(0, 2).toLowerCase()} ${id.slice(2, 5)}-${id.slice(5)}`)).toBe(
    undefined,
  );
});

it.each(['DE99', 'DE12345678', 'NL1234', 'SE556188840402', 'XI1', 'EL0942592'])(
  '%s has not the form of its prefix',
  (id) =>
    expect(findVatIdDoubt(id)).toMatch(
      /^An? [\w ]+ VAT ID is .+, like [A-Z\d]+\. You can save it all the same\.$/,
    ),
);

it('shows a form and an example of each prefix, of which there is no doubt', () => {
  const prefixes =
    'AT BE BG CY CZ DE DK EE EL ES FI FR GB HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI CH NO';
  for (const prefix of prefixes.split(' ')) {
    const [, example = ''] = /, like (\S+)\./.exec(findVatIdDoubt(`${prefix}1`) ?? '') ?? [];
    expect(example.slice(0, 2)).toBe(prefix);
    expect(findVatIdDoubt(example)).toBeUndefined();
  }
  expect(findVatIdDoubt('DE99')).toMatch(/^A German VAT ID is DE and 9 digits, like DE136695976\./);
});

it('looks at the numbers of countries that write no prefix', () => {
  for (const [id, country, doubt] of [
    ['27AAPFU0939F1ZV', 'India', undefined],
    ['27AAPFU0939F1ZW', 'India', /^The check digits do not fit/],
    ['27AAPFU0939', 'India', /^An Indian GSTIN is 15 characters/],
    // Ladakh and other territory, of which the library knows nothing.
    ['38AAPFU0939F1ZV', 'India', undefined],
    ['51 824 753 556', 'Australia', undefined],
    ['ABN 51 824 753 556', 'Australia', undefined],
    ['51 824 753 557', 'Australia', /^The check digits do not fit/],
    ['51 824', 'Australia', /^An Australian ABN is 11 digits/],
    ['27AAPFU0939F1ZW', 'United States', undefined],
  ] as const) {
    const found = findVatIdDoubt(id, country);
    if (doubt) expect(found).toMatch(doubt);
    else expect(found).toBeUndefined();
  }
});

it.each(['DE123456789', 'ATU12345678', 'ESB58378432', 'NL001439542B98', 'EL094259217'])(
  'the check digits of %s do not fit',
  (id) => expect(findVatIdDoubt(id)).toMatch(/^The check digits do not fit/),
);

it('names the prefix of the country where there is none, or another in use', () => {
  expect(findVatIdDoubt('136695976', 'Germany')).toMatch(/^In Germany, VAT IDs begin with DE\./);
  expect(findVatIdDoubt('094259216', 'Greece')).toMatch(/begin with EL\./);
  expect(findVatIdDoubt('GR094259216')).toMatch(/^A Greek VAT ID begins with EL/);
});

it('says nothing where nobody can tell', () => {
  for (const [id, country] of [
    ['', 'Germany'],
    ['12-3456789', 'United States'],
    ['27AAPFU0939F1ZV', 'India'],
    ['constructor', ''],
  ] as const) {
    expect(findVatIdDoubt(id, country)).toBeUndefined();
  }
});
