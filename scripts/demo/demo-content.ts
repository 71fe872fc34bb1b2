/** Who and what the demo account is about: a design studio in Burlington, Vermont, and its customers. */

export const BUSINESS = {
  businessName: 'Northwind Studio',
  contactName: 'Ada Quill',
  email: 'ada@northwind.example',
  phone: '(802) 555-0142',
  address: '48 Pine Street',
  city: 'Burlington',
  state: 'VT',
  zipCode: '05401',
  country: 'United States',
  website: 'https://northwind.example',
  taxNumber: '47-2019385',
  timeZone: 'America/New_York',
  pdfTheme: 'classic',
  pdfPrimaryColor: '#ea580c',
  pdfAccentColor: '#f97316',
} as const;

type CustomerLine = [name: string, company: string, street: string, city: string, zip: string];

const CUSTOMER_LINES: CustomerLine[] = [
  ['Marta Lindqvist', 'Harbor & Pine Coffee', '92 Commercial Street', 'Portland, ME', '04101'],
  ['Camille Duarte', 'Duarte Architects', '310 Congress Street, Floor 4', 'Boston, MA', '02210'],
  ['Theo Okafor', 'Okafor Dental Group', '27 Elm Street', 'Manchester, NH', '03101'],
  ['Hana Sato', 'Kobo Ceramics', '5 Mill Lane', 'Winooski, VT', '05404'],
  ['Sam Whitlock', 'Whitlock Trail Running', '1140 Route 16', 'North Conway, NH', '03860'],
  ['Priya Raman', 'Lumen Physiotherapy', '60 Church Street', 'Burlington, VT', '05401'],
  ['Elliot Marsh', 'Marsh Legal PLLC', '12 State Street', 'Albany, NY', '12207'],
  ['Nadia Petrov', 'Fernway Botanicals', '8 Meadow Road', 'Northampton, MA', '01060'],
  ['Jonas Weber', 'Weber & Sohn Joinery', '77 Granite Avenue', 'Barre, VT', '05641'],
  ['Owen Castell', '', '3 Quarry Hill', 'Rutland, VT', '05701'],
  ['Ines Moreau', 'Maison Moreau Bakery', '41 Front Street', 'Brattleboro, VT', '05301'],
  ['Caleb Stone', 'Stone Ridge Outfitters', '200 Mountain Road', 'Stowe, VT', '05672'],
  ['Yuki Tanabe', 'Tanabe Acoustics', '19 Harvard Avenue', 'Allston, MA', '02134'],
  ['Grace Abernathy', 'Abernathy Books', '64 Main Street', 'Montpelier, VT', '05602'],
  ['Luis Ferreira', 'Ferreira Solar', '900 Canal Street', 'Lowell, MA', '01852'],
  ['Beth Novak', 'Novak Family Dairy', '551 River Road', 'Middlebury, VT', '05753'],
  ['Arjun Mehta', 'Mehta Analytics', '1 Kendall Square', 'Cambridge, MA', '02139'],
  ['Sofia Berglund', 'Berglund Interiors', '15 Exchange Street', 'Portland, ME', '04101'],
  ['Daniel Rowe', 'Rowe Cider Works', '28 Orchard Lane', 'Shelburne, VT', '05482'],
  ['Mei Chen', 'Lakeview Veterinary', '710 Shore Drive', 'Plattsburgh, NY', '12901'],
  ['Aisha Rahman', 'Rahman & Co. Tax', '33 Broad Street', 'Hartford, CT', '06103'],
  ['Peter Hollis', 'Hollis Cabinetry', '88 Sawmill Road', 'Keene, NH', '03431'],
  ['Clara Vogt', 'Vogt Violins', '6 Temple Place', 'Boston, MA', '02111'],
  ['Tom Brannigan', 'Brannigan Roofing', '450 Industrial Way', 'Concord, NH', '03301'],
  ['Zoe Laurent', 'Atelier Laurent', '121 Newbury Street', 'Boston, MA', '02116'],
  ['Ravi Pillai', 'Green Mountain Yoga', '54 Bank Street', 'Burlington, VT', '05401'],
  ['Hannah Frost', 'Frostline Engineering', '77 Technology Park', 'Essex, VT', '05452'],
  ['Marcus Bell', 'Bell Tower Music School', '9 Academy Street', 'Saratoga Springs, NY', '12866'],
  ['Elena Popescu', 'Popescu Translation', '230 Elm Street', 'New Haven, CT', '06511'],
  ['George Tully', 'Tully Marine', '2 Wharf Street', 'Rockland, ME', '04841'],
  ['Fatima Idris', 'Idris Catering', '18 Union Square', 'Somerville, MA', '02143'],
  ['Noah Lindgren', 'Lindgren Timber Frames', '305 Forest Road', 'Bethel, ME', '04217'],
  ['Alice Kwan', 'Kwan Pediatrics', '410 Medical Center Drive', 'Lebanon, NH', '03756'],
  ['Victor Hale', '', '72 Spruce Street', 'Burlington, VT', '05401'],
  ['Rosa Jimenez', 'Jimenez Landscape', '16 Garden Way', 'Bennington, VT', '05201'],
  ['Ian McTavish', 'McTavish Distillery', '1 Still House Lane', 'Windsor, VT', '05089'],
  ['Lena Fischer', 'Fischer Optics', '640 Precision Drive', 'Nashua, NH', '03060'],
  ['Oscar Nyberg', 'Nyberg Bicycles', '25 Cherry Street', 'Burlington, VT', '05401'],
  ['Tara Quinn', 'Quinn Event Design', '81 Thames Street', 'Newport, RI', '02840'],
  ['Samuel Adeyemi', 'Adeyemi Fitness', '500 Main Street', 'Worcester, MA', '01608'],
];

export const CUSTOMERS = CUSTOMER_LINES.map(([name, company, address, place, zipCode], index) => {
  const [city = '', state = ''] = place.split(', ');
  const domain = (company || name).toLowerCase().replace(/[^a-z0-9]+/g, '');
  return {
    name,
    company: company || null,
    email: index % 13 === 12 ? null : `${name.split(' ')[0]?.toLowerCase()}@${domain}.example`,
    phone: index % 9 === 8 ? null : `(${802 + (index % 3) * 1}) 555-01${String(10 + index)}`,
    address,
    city,
    state,
    zipCode,
    country: 'United States',
  };
});

type ItemLine = [name: string, unitPrice: string, category: string, description?: string];

const ITEM_LINES: ItemLine[] = [
  ['Brand identity, phase one', '3200.00', 'Branding', 'Research, three directions, one workshop'],
  ['Brand identity, phase two', '2400.00', 'Branding', 'Refinement, color, type and guidelines'],
  ['Logo refresh', '1450.00', 'Branding'],
  ['Naming workshop', '980.00', 'Branding', 'Half a day with up to six people'],
  ['Brand guidelines, 24 pages', '1800.00', 'Branding'],
  ['Stationery set', '420.00', 'Branding', 'Card, letterhead, envelope, email signature'],
  ['Packaging design, three bags', '480.00', 'Packaging'],
  ['Packaging design, single box', '640.00', 'Packaging'],
  ['Label artwork', '220.00', 'Packaging'],
  ['Dieline adjustment', '160.00', 'Packaging'],
  ['Print proofing on site', '350.00', 'Packaging'],
  ['Website design, five templates', '4600.00', 'Web'],
  ['Website design, single page', '1900.00', 'Web'],
  ['Website build, per template', '780.00', 'Web'],
  ['Website care, monthly', '180.00', 'Web', 'Updates, backups and one hour of changes'],
  ['Hosting, yearly', '240.00', 'Web'],
  ['Accessibility review', '880.00', 'Web', 'WCAG 2.2 AA, written report'],
  ['Newsletter template', '540.00', 'Web'],
  ['Online shop setup', '2200.00', 'Web'],
  ['Content migration, per page', '35.00', 'Web'],
  ['Photography, half a day', '650.00', 'Photography'],
  ['Photography, full day', '1150.00', 'Photography'],
  ['Product still, retouched', '48.00', 'Photography'],
  ['Portrait session', '390.00', 'Photography'],
  ['Retouching, hours', '85.00', 'Photography'],
  ['Photo license, two years', '300.00', 'Photography'],
  ['Art direction and copy, hours', '110.00', 'Consulting'],
  ['Design consulting, hours', '125.00', 'Consulting'],
  ['Copywriting, hours', '95.00', 'Consulting'],
  ['Editing and proofreading, hours', '70.00', 'Consulting'],
  ['Design sprint, two days', '2900.00', 'Consulting'],
  ['Content plan, quarterly', '760.00', 'Consulting'],
  ['Showroom signage design', '1640.00', 'Signage'],
  ['Wayfinding plan', '2150.00', 'Signage'],
  ['Window lettering artwork', '280.00', 'Signage'],
  ['Vehicle lettering artwork', '460.00', 'Signage'],
  ['Oak sample cards, sets of 12', '110.00', 'Print'],
  ['Business cards, 250', '145.00', 'Print'],
  ['Brochure design, 8 pages', '920.00', 'Print'],
  ['Menu design', '380.00', 'Print'],
  ['Poster design', '520.00', 'Print'],
  ['Annual report design, 32 pages', '3400.00', 'Print'],
  ['Book cover', '850.00', 'Print'],
  ['Invitation suite', '690.00', 'Print'],
  ['Print management', '385.00', 'Print'],
  ['Catalog layout, per page', '65.00', 'Print'],
  ['Illustration, spot', '140.00', 'Illustration'],
  ['Illustration, full page', '480.00', 'Illustration'],
  ['Icon set, 12', '600.00', 'Illustration'],
  ['Map illustration', '720.00', 'Illustration'],
  ['Infographic', '560.00', 'Illustration'],
  ['Presentation design, per slide', '45.00', 'Illustration'],
  ['Short animation, 10 s', '1250.00', 'Motion'],
  ['Logo animation', '680.00', 'Motion'],
  ['Social media set, monthly', '450.00', 'Social'],
  ['Social media templates', '590.00', 'Social'],
  ['Advertising campaign concept', '2600.00', 'Social'],
  ['Rush fee', '250.00', 'Other', 'Delivery within two working days'],
  ['Travel, per mile', '0.67', 'Other'],
  ['Font license, five years', '149.00', 'Other'],
];

export const ITEMS = ITEM_LINES.map(([name, unitPrice, category, description]) => ({
  name,
  unitPrice,
  category,
  description: description ?? null,
}));

export const NOTES = [
  'Thank you for the quick feedback. The final files are in your shared folder.',
  'It was a pleasure to work on this with you.',
  'Phase two covers the winter range.',
  null,
  null,
];

/** The terms of an invoice that is due so many days after it was issued. */
export const termsOf = (days: number) => `Payable within ${days} days by bank transfer or check.`;

export const EXPENSES: [
  category: string,
  vendor: string,
  description: string,
  from: number,
  to: number,
][] = [
  ['Software & Subscriptions', 'Adobe', 'Creative suite, monthly', 59, 60],
  ['Software & Subscriptions', 'Dropbox', 'Shared folders', 18, 20],
  ['Internet & Phone', 'Burlington Telecom', 'Fiber and phone', 89, 96],
  ['Utilities', 'Green Mountain Power', 'Studio electricity', 48, 140],
  ['Office Supplies', 'Vermont Paper Co.', 'Paper and toner', 22, 180],
  ['Travel', 'Amtrak', 'Train to Boston', 58, 164],
  ['Travel', 'Mileage', 'Visit to a customer', 24, 120],
  ['Meals & Entertainment', 'Honey Road', 'Lunch with a customer', 32, 118],
  ['Marketing & Advertising', 'Seven Days', 'Advertisement', 140, 480],
  ['Professional Services', 'Rahman & Co. Tax', 'Bookkeeping', 180, 420],
  ['Equipment', 'B&H', 'Camera and lighting', 90, 1400],
  ['Insurance', 'Co-operative Insurance', 'Business liability', 88, 92],
  ['Other', 'City of Burlington', 'Permit', 20, 85],
];

/** An invoice of these days that fills a page, and is found by its order's number. */
export const SHOWN_INVOICE = {
  poNumber: 'PO-7741',
  taxRate: '6',
  notes: 'Thank you for the quick feedback. Phase two covers the winter range.',
  lines: [
    ['Brand identity, phase two', '1.00'],
    ['Packaging design, three bags', '1.00'],
    ['Label artwork', '3.00'],
    ['Art direction and copy, hours', '6.50'],
    ['Photography, half a day', '1.00'],
  ],
} as const;
