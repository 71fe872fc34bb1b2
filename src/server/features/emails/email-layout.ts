import type { BrandColors } from '../../../shared/profile/brand-color.ts';

/** What a message says, once; its HTML and its text are both made of it. */
export interface EmailContent {
  language: string;
  subject: string;
  /** Shown beside the subject in a list of messages. */
  preheader: string;
  businessName: string;
  /** Beside the name; measures in CSS pixels. */
  logo?: { src: string; width: number; height: number } | undefined;
  brand: BrandColors;
  /** A line above everything else, such as that no real money moved. */
  notice?: string;
  /** The figure that matters, under its label. */
  headline: { label: string; value: string };
  facts: { label: string; value: string }[];
  /** The owner's words, with their line breaks. */
  message: string;
  /** Where its reader is to go; a statement leads nowhere. */
  button?: { words: string; url: string };
  /** Where else: of one who is several customers. */
  otherButtons?: { words: string; url: string }[];
  /** Small print, a line each. */
  footer: string[];
  /** Where its recipient can say that it is abuse. */
  report?: { words: string; url: string };
  /** Where its recipient can say that no more of the kind is wanted. */
  unsubscribe?: { words: string; url: string };
}

const FONT =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Inter,Roboto,'Helvetica Neue',Arial,sans-serif";

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

/** The text part: everything that the HTML says, for programs and people that read no HTML. */
export function emailText(content: EmailContent): string {
  const { notice, businessName, headline, facts, message, footer } = content;
  const small = [...footer, ...linksOf(content).map(({ words, url }) => `${words}: ${url}`)];
  const rows = [headline, ...facts].map(({ label, value }) => `${label}: ${value}`);
  return [
    ...(notice ? [notice] : []),
    businessName,
    message,
    rows.join('\n'),
    ...buttonsOf(content).map(({ words, url }) => `${words}:\n${url}`),
    `-- \n${small.join('\n')}`,
  ].join('\n\n');
}

/**
 * The HTML part. Tables and inline styles, because mail programs drop much else; the style sheet
 * only turns the colors for dark screens, and a program that ignores it shows the light ones.
 */
export function emailHtml(content: EmailContent): string {
  const { brand, notice } = content;
  const text = escapeHtml;
  const cell = (style: string, inner: string, name = '') =>
    `<tr><td${name && ` class="${name}"`} style="${style}">${inner}</td></tr>`;
  return `<!DOCTYPE html>
<html lang="${text(content.language)}" dir="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${text(content.subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #121316 !important; }
  .card { background-color: #1c1e22 !important; border-color: #34373d !important; }
  .ink { color: #f2f3f5 !important; }
  .soft { color: #a9adb6 !important; }
  .rule { border-color: #34373d !important; }
  .notice { background-color: #3a2f14 !important; color: #f4d58a !important; }
  .button { border-color: #6b7079 !important; }
}
@media (max-width: 600px) { .pad { padding-left: 24px !important; padding-right: 24px !important; } }
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f3f4f6;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${text(content.preheader)}${'&#8199;&#847; '.repeat(40)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" style="background-color:#f3f4f6;">
<tr><td align="center" style="padding:32px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="card" style="max-width:560px;background-color:#ffffff;border:1px solid #e2e4e9;border-radius:12px;">
${cell(`height:4px;line-height:4px;font-size:4px;background-color:${brand.solid};border-radius:12px 12px 0 0;`, '&nbsp;')}
${cell('padding:28px 40px 0;', sender(content), 'pad')}
${
  notice
    ? cell(
        'padding:16px 40px 0;',
        `<div class="notice" style="padding:8px 12px;border-radius:6px;background-color:#fff4d6;color:#6b4e00;font:400 14px/20px ${FONT};">${text(notice)}</div>`,
        'pad',
      )
    : ''
}
${cell('padding:24px 40px 0;', `<div class="soft" style="font:400 14px/20px ${FONT};color:#5d626c;">${text(content.headline.label)}</div><div class="ink" style="font:700 32px/40px ${FONT};color:#15171c;">${text(content.headline.value)}</div>`, 'pad')}
${cell('padding:12px 40px 0;', factTable(content.facts), 'pad')}
${cell('padding:24px 40px 0;', paragraphs(content.message), 'pad')}
${buttonsOf(content)
  .map((button) => buttonRows(button, brand, cell))
  .join('')}
${cell('padding:28px 40px 32px;', `<div class="rule soft" style="border-top:1px solid #e2e4e9;padding-top:16px;font:400 13px/20px ${FONT};color:#5d626c;">${smallPrint(content)}</div>`, 'pad')}
</table>
</td></tr>
</table>
</body>
</html>
`;
}

type Cell = (style: string, inner: string, name?: string) => string;

/** A button, and its address for programs that show none. */
function buttonRows(
  button: NonNullable<EmailContent['button']>,
  brand: BrandColors,
  cell: Cell,
): string {
  return `${cell(
    'padding:12px 40px 0;',
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="button" align="center" bgcolor="${brand.solid}" style="border-radius:8px;border:1px solid ${brand.solid};background-color:${brand.solid};"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:13px 24px;font:600 16px/22px ${FONT};color:#ffffff;text-decoration:none;">${escapeHtml(button.words)}</a></td></tr></table>`,
    'pad',
  )}
${cell('padding:16px 40px 0;', `<div class="soft" style="font:400 13px/20px ${FONT};color:#5d626c;word-break:break-all;">${escapeHtml(button.url)}</div>`, 'pad')}`;
}

const buttonsOf = ({ button, otherButtons = [] }: EmailContent) =>
  button ? [button, ...otherButtons] : [];

const linksOf = ({ unsubscribe, report }: EmailContent) =>
  [unsubscribe, report].filter((link) => link !== undefined);

function smallPrint(content: EmailContent): string {
  const lines = content.footer.map(escapeHtml);
  for (const { words, url } of linksOf(content)) {
    const style = 'color:inherit;text-decoration:underline;';
    lines.push(
      `<a class="soft" href="${escapeHtml(url)}" style="${style}">${escapeHtml(words)}</a>`,
    );
  }
  return lines.join('<br>');
}

/** Wider than this, in CSS pixels, a logo leaves a name beside it too little of a phone. */
const BESIDE_NAME = 96;

/**
 * Logo and name, beside each other or beneath. The logo keeps a white ground in the dark: it was
 * drawn for paper. The ground is a table of its own, as high as the logo whatever is beside it.
 */
function sender({ businessName, logo }: EmailContent): string {
  const style = `font:600 16px/24px ${FONT};color:#15171c;word-break:break-word;`;
  const name = `<span class="ink" style="${style}">${escapeHtml(businessName)}</span>`;
  if (!logo) return name;
  const { src, width, height } = logo;
  const table = (rows: string) =>
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0">${rows}</table>`;
  const picture = table(
    `<tr><td bgcolor="#ffffff" style="padding:4px;border-radius:8px;background-color:#ffffff;"><img src="${src}" width="${width}" height="${height}" alt="" style="display:block;border:0;width:${width}px;height:${height}px;"></td></tr>`,
  );
  return width > BESIDE_NAME
    ? table(`<tr><td>${picture}</td></tr><tr><td style="padding-top:8px;">${name}</td></tr>`)
    : table(`<tr><td>${picture}</td><td style="padding-left:12px;">${name}</td></tr>`);
}

function factTable(facts: EmailContent['facts']): string {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="soft" style="padding:4px 16px 4px 0;font:400 14px/20px ${FONT};color:#5d626c;white-space:nowrap;vertical-align:top;">${escapeHtml(label)}</td><td class="ink" style="padding:4px 0;font:500 14px/20px ${FONT};color:#15171c;word-break:break-word;">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0">${rows.join('')}</table>`;
}

/** Blank lines part paragraphs; what is broken stays broken. */
function paragraphs(message: string): string {
  return message
    .split(/\n{2,}/)
    .map(
      (part) =>
        `<p class="ink" dir="auto" style="margin:0 0 16px;font:400 16px/25px ${FONT};color:#15171c;word-break:break-word;">${escapeHtml(part).replace(/\n/g, '<br>')}</p>`,
    )
    .join('\n');
}
